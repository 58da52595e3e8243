"""``/manage``: what a server's managers may do to its matches, in the open."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.common.text import NOT_A_CHANNEL
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import ask, say
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.chat.interaction.match_option import ServerMatch
from bot.chat.rulings import text as words
from bot.chat.rulings.form import AnnulFormId, DecideFormId, ForgiveFormId, PlaceFormId, ruling_form
from bot.chat.rulings.text import Ranking
from bot.services.matches import MatchState, write_ranking
from data.ids import ChannelId, MatchId, PlayerId


@app_commands.guild_only()
class Rulings(commands.GroupCog, name="manage", description="Ruling over matches"):
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
        match: ServerMatch,
        winner: discord.User | None = None,
        second: discord.User | None = None,
    ) -> None:
        if winner is None and second is not None:
            await say(interaction, words.WINNER_FIRST)
            return
        view = await _managed(interaction, match)
        best = [PlayerId(user.id) for user in (winner, second) if user is not None]
        ranking = _ranking(view, best)
        if ranking is None:
            await say(interaction, words.NOT_A_PLAYER)
            return
        form_id = DecideFormId(view.id, write_ranking(ranking))
        form = ruling_form(words.decide_title(view, ranking), form_id)
        await ask(interaction, form)

    @app_commands.command(description="Annul a match: it ends, or ended, without a result")
    @app_commands.describe(match="Which match")
    async def annul(self, interaction: Interaction, match: ServerMatch) -> None:
        view = await _managed(interaction, match)
        form = ruling_form(words.annul_title(view), AnnulFormId(view.id))
        await ask(interaction, form)

    @app_commands.command(description="Let a player play on whose time has run out")
    @app_commands.describe(match="Which match")
    async def forgive(self, interaction: Interaction, match: ServerMatch) -> None:
        rulings = services(interaction).rulings
        view = await rulings.check_forgivable(actor_of(interaction), match)
        form = ruling_form(words.forgive_title(view), ForgiveFormId(view.id))
        await ask(interaction, form)

    @app_commands.command(description="Have a match played in another channel of this server")
    @app_commands.describe(match="Which match", channel="Where its boards will be posted")
    async def move(
        self, interaction: Interaction, match: ServerMatch, channel: discord.TextChannel
    ) -> None:
        view = await _managed(interaction, match)
        if first_missing(channel.permissions_for(channel.guild.me), POSTING) is not None:
            await say(interaction, NOT_A_CHANNEL)
            return
        form_id = PlaceFormId(view.id, ChannelId(channel.id))
        form = ruling_form(words.place_title(view), form_id)
        await ask(interaction, form)

    @app_commands.command(description="What managers have done to a match, by whom and why")
    @app_commands.describe(match="Which match")
    async def log(self, interaction: Interaction, match: ServerMatch) -> None:
        await defer_private(interaction)
        found = await services(interaction).rulings.of(actor_of(interaction), match)
        await say(interaction, words.log(match, found))


async def _managed(interaction: Interaction, match_id: MatchId) -> MatchState:
    """The match, for somebody who may rule over it.

    Raises UnknownMatch, NoServerHere or NotAManager.
    """
    return await services(interaction).rulings.check(actor_of(interaction), match_id)


def _ranking(match: MatchState, best: list[PlayerId]) -> Ranking | None:
    """The seats in the order named, then the others together; None if somebody does not play."""
    players = list(match.players)
    if len(set(best)) != len(best) or not set(best) <= set(players):
        return None
    named = [players.index(player) for player in best]
    others = tuple(seat for seat in range(len(players)) if seat not in named)
    groups = [(seat,) for seat in named]
    return (*groups, others) if others else tuple(groups)


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Rulings())
