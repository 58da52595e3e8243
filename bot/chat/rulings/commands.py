"""``/manage``: what a server's managers may do to its matches, in the open; a form asks why."""

import re
from typing import Annotated

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.common.buttons import PUBLIC_REASON, reason_field
from bot.chat.common.ids import CustomId
from bot.chat.common.page import Form
from bot.chat.common.text import match_title
from bot.chat.interaction import Click, Interaction, command, match_option, takes
from bot.chat.interaction.command_words import told
from bot.chat.rulings import text as words
from bot.chat.rulings.text import Ranking
from bot.services.matches import MatchState, read_ranking, write_ranking
from data.ids import ChannelId, MatchId, PlayerId
from rules.texts import Text


class DecideFormId(CustomId, prefix="d"):
    """The form that asks why a match is decided with this ranking of its seats: ``0>1=2``."""

    match_id: MatchId
    ranking: Annotated[str, re.compile("[0-9]([=>][0-9]){1,3}")]


class AnnulFormId(CustomId, prefix="n"):
    match_id: MatchId


class ForgiveFormId(CustomId, prefix="y"):
    match_id: MatchId


class PlaceFormId(CustomId, prefix="w"):
    match_id: MatchId
    channel_id: ChannelId


async def _ask(interaction: Interaction, title: Text, form_id: CustomId, match: MatchState) -> None:
    """Ask for the reason; the form tells who plays on because of how the match ended.

    The channel of a tournament tells the reason where the match is of one.
    """
    why, tournament_id, found = words.REASON, match.match.tournament_id, None
    if tournament_id is not None:
        why = PUBLIC_REASON
        found = await interaction.services.tournaments.reliance(tournament_id, match.id)
    told = "" if found is None else words.reliance(found)
    named = title.of(match=match_title(match))
    await interaction.ask(Form(named, form_id, (reason_field(why),), told))


async def on_decide(click: Click[DecideFormId]) -> None:
    ranking = read_ranking(click.id.ranking)
    rulings = click.services.rulings
    view = await rulings.decide(click.actor, click.id.match_id, ranking, click.value)
    await _tell(click, view)


async def on_annul(click: Click[AnnulFormId]) -> None:
    rulings = click.services.rulings
    view = await rulings.annul(click.actor, click.id.match_id, click.value)
    await _tell(click, view)


async def on_forgive(click: Click[ForgiveFormId]) -> None:
    rulings = click.services.rulings
    view = await rulings.forgive(click.actor, click.id.match_id, click.value)
    await _tell(click, view)


async def on_place(click: Click[PlaceFormId]) -> None:
    guild, channel_id = click.raw.guild, click.id.channel_id
    if guild is None or guild.get_channel(channel_id) is None:
        await click.say(words.NOT_DONE)
        return
    rulings = click.services.rulings
    view = await rulings.move_elsewhere(click.actor, click.id.match_id, channel_id, click.value)
    await click.say(words.done(view))


async def _tell(click: Click[CustomId], match: MatchState) -> None:
    alone = match.match.tournament_id is None
    await click.say(words.done(match) if alone else words.DONE_FOR_ALL)


HANDLERS = (
    takes(DecideFormId, on_decide),
    takes(AnnulFormId, on_annul),
    takes(ForgiveFormId, on_forgive),
    takes(PlaceFormId, on_place),
)


@app_commands.guild_only()
class Rulings(
    commands.GroupCog,
    name="manage",
    description=told(Text("Decisions about matches (managers)", "command")),
):
    """Deciding, annulling and moving matches. A form asks for the reason, and confirms."""

    @command(
        "Decide how a match ended: name who won, or nobody for a draw",
        defer=False,
        match="Which match",
        winner="Who won; leave it out for a draw",
        runner_up="Who came second, where three play",
    )
    async def decide(
        self,
        interaction: Interaction,
        match: match_option.ServerMatch,
        winner: discord.User | None = None,
        runner_up: discord.User | None = None,
    ) -> None:
        if winner is None and runner_up is not None:
            await interaction.say(words.WINNER_FIRST)
            return
        view = await interaction.services.rulings.check(interaction.actor, match)
        best = [PlayerId(user.id) for user in (winner, runner_up) if user is not None]
        ranking = _ranking(view, best)
        if ranking is None:
            await interaction.say(words.NOT_A_PLAYER)
            return
        form_id = DecideFormId(view.id, write_ranking(ranking))
        title = words.decide_title(view.id, None if winner is None else winner.display_name)
        await _ask(interaction, title, form_id, view)

    @command("Annul a match: it ends, or ended, without a result", defer=False, match="Which match")
    async def annul(self, interaction: Interaction, match: match_option.ServerMatch) -> None:
        view = await interaction.services.rulings.check(interaction.actor, match)
        await _ask(interaction, words.ANNUL, AnnulFormId(view.id), view)

    @command("Let a player whose time ran out play on", defer=False, match="Which match")
    async def forgive(self, interaction: Interaction, match: match_option.ServerMatch) -> None:
        rulings = interaction.services.rulings
        view = await rulings.check_forgivable(interaction.actor, match)
        await _ask(interaction, words.FORGIVE, ForgiveFormId(view.id), view)

    @command(
        "Move a match to another channel of this server",
        defer=False,
        match="Which match",
        channel="Where its boards will be posted",
    )
    async def relocate(
        self,
        interaction: Interaction,
        match: match_option.ServerMatch,
        channel: discord.TextChannel,
    ) -> None:
        view = await interaction.services.rulings.check(interaction.actor, match)
        form_id = PlaceFormId(view.id, interaction.posting_channel(channel))
        title = words.MOVE.of(match=match_title(view))
        await interaction.ask(Form(title, form_id, (reason_field(words.REASON),)))

    @command("What managers did in a match, and why", match="Which match")
    async def log(self, interaction: Interaction, match: match_option.ServerMatch) -> None:
        found = await interaction.services.rulings.of(interaction.actor, match)
        await interaction.say(words.log(match, found))


def _ranking(match: MatchState, best: list[PlayerId]) -> Ranking | None:
    """The seats in the order named, then the others together; None if somebody does not play."""
    players = list(match.players)
    if len(set(best)) != len(best) or not set(best) <= set(players):
        return None
    named = [players.index(player) for player in best]
    others = tuple(seat for seat in range(len(players)) if seat not in named)
    groups = [(seat,) for seat in named]
    return (*groups, others) if others else tuple(groups)
