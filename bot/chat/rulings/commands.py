"""``/manage``: what a server's managers may do to its matches, in the open."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.client import Quintet
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.common.text import match_title
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.matches.picking import CHOICES, LARGEST, MatchNumber
from bot.chat.rulings import text as words
from bot.chat.rulings.form import RulingForm
from bot.services.matches.errors import ServiceError, UnknownMatch
from bot.services.matches.match_log import write_ranking
from bot.services.matches.models import MatchView
from data.ids import MatchId, PlayerId
from rules.game import Seat


class ServerMatch(MatchNumber):
    """A match by its number, offered from the server's."""

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[str | int | float]]:
        ours = answers.quintet(interaction)
        rulings = answers.services(ours).adjudication
        try:
            lines = await rulings.matches_in(answers.you(ours), answers.place(ours), 10 * CHOICES)
        except ServiceError:
            return []  # the command itself says why
        choices: list[app_commands.Choice[str | int | float]] = [
            app_commands.Choice(name=match_title(line), value=line.id)
            for line in lines
            if str(value) in match_title(line)
        ]
        return choices[:CHOICES]


ServerMatchOption = app_commands.Transform[int, ServerMatch]


@app_commands.guild_only()
class Managing(commands.GroupCog, name="manage", description="Ruling over matches"):
    """Deciding, annulling and moving matches. A form asks for the reason, and confirms."""

    @app_commands.command(description="Decide how a match ended; its players see your reason")
    @app_commands.describe(
        match="Which match",
        winner="Who won; left out, it is a draw",
        second="Who came second, where three play",
    )
    async def decide(
        self,
        interaction: Interaction,
        match: ServerMatchOption,
        winner: discord.User | None = None,
        second: discord.User | None = None,
    ) -> None:
        view = await _managed(interaction, match)
        ranking = _ranking(
            view, [PlayerId(user.id) for user in (winner, second) if user is not None]
        )
        if ranking is None:
            await answers.say(interaction, words.NOT_A_PLAYER)
            return
        deed = write_ranking(ranking)
        form = RulingForm(words.decide_title(view, deed), "decide", view.id, deed)
        await interaction.response.send_modal(form)

    @app_commands.command(description="Annul a match: it ends, or ended, without a result")
    @app_commands.describe(match="Which match")
    async def annul(self, interaction: Interaction, match: ServerMatchOption) -> None:
        view = await _managed(interaction, match)
        form = RulingForm(words.annul_title(view), "annul", view.id, "")
        await interaction.response.send_modal(form)

    @app_commands.command(description="Have a match played in another channel of this server")
    @app_commands.describe(match="Which match", channel="Where its boards will be posted")
    async def move(
        self, interaction: Interaction, match: ServerMatchOption, channel: discord.TextChannel
    ) -> None:
        view = await _managed(interaction, match)
        if first_missing(channel.permissions_for(channel.guild.me), POSTING) is not None:
            await answers.say(interaction, words.NOT_A_CHANNEL)
            return
        form = RulingForm(words.place_title(view), "place", view.id, str(channel.id))
        await interaction.response.send_modal(form)


async def _managed(interaction: Interaction, match: int) -> MatchView:
    """The match, for somebody who may rule over it.

    Raises UnknownMatch, NoServerHere or NotAManager.
    """
    if match > LARGEST:
        raise UnknownMatch(MatchId(match))
    rulings = answers.services(interaction).adjudication
    return await rulings.check(answers.you(interaction), answers.place(interaction), MatchId(match))


def _ranking(view: MatchView, best: list[PlayerId]) -> tuple[tuple[Seat, ...], ...] | None:
    """The seats in the order named, then the others together; None if somebody does not play."""
    players = list(view.players)
    if len(set(best)) != len(best) or not set(best) <= set(players):
        return None
    named = [players.index(player) for player in best]
    others = tuple(seat for seat in range(len(players)) if seat not in named)
    groups = [(seat,) for seat in named]
    return (*groups, others) if others else tuple(groups)


async def setup(client: Quintet) -> None:
    await client.add_cog(Managing())
