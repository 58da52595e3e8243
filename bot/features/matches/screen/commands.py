"""The commands ``/move``, ``/match``, ``/matches``, ``/replay``, ``/resign`` and ``/watch``."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.errors import ServiceError
from bot.core.matches import IllegalText, MatchService, MatchState, Scope, SeveralMatches
from bot.features.matches import inbox_words as words
from bot.features.matches.boards import PostedBoard
from bot.features.matches.screen import cards
from bot.features.matches.screen.buttons import choose_match, make_move, on_list, on_match
from bot.features.matches.screen.inbox import on_inbox, show_inbox
from bot.features.moves.screen.played import InboxButton
from bot.features.moves.words import as_typed, choice
from bot.features.places import AbsenceCard
from bot.features.reminders import Digest
from bot.features.watching import FollowedEnd, Watched, WatchService
from bot.screen.components import OPTIONS
from bot.screen.ids import LARGEST, CustomId, MatchButton
from bot.screen.interaction import (
    Click,
    Handler,
    Interaction,
    Purpose,
    Screen,
    command,
    match_option,
)
from bot.screen.messenger.faces import in_words, with_players
from bot.screen.messenger.words import SOMEBODY
from bot.screen.page import Accent, Menu, Page, options
from bot.screen.words import UNFOLLOW, match_title
from data.ids import MatchId, PlayerId
from rules.texts import Plain, Words, lines

CHOICE_LENGTH = 100


class Moves(commands.Cog):
    @command(
        "Make your move: on the board, or typed",
        everywhere=True,
        counts=True,
        typed="Your move; the choices complete the next part of it",
    )
    @app_commands.rename(typed="text")
    async def move(
        self,
        interaction: Interaction,
        typed: app_commands.Range[str, 1, 400] | None = None,
        match: match_option.MatchToMove = None,
    ) -> None:
        if typed is None:
            await choose_match(interaction, match, Purpose.OPEN)
            return
        try:
            await make_move(interaction, typed, match)
        except SeveralMatches as error:
            await match_option.ask_which(interaction, error.matches, Purpose.OPEN, typed)

    @move.autocomplete("typed")
    async def parts(
        self, raw: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        interaction = Interaction(raw)
        try:
            actor, known = interaction.actor, interaction.services[MatchService]
            named = match_option.typed_match_id(raw.namespace.match)
            view = await known.to_move(actor, named or await known.meant(actor, Scope.TO_MOVE))
        except ServiceError:
            return []  # the command itself says what is wrong
        found = interaction.services[MatchService].completions(
            view, typed, await interaction.wording()
        )
        shown = {each.text: choice(each) for each in found if len(each.text) <= CHOICE_LENGTH}
        return await interaction.offer(shown or _as_typed(interaction, view, typed))

    @command("Resign a match; I ask once more first", everywhere=True)
    async def resign(
        self, interaction: Interaction, match: match_option.PlayedMatch = None
    ) -> None:
        await choose_match(interaction, match, Purpose.RESIGN)


def _as_typed(interaction: Interaction, view: MatchState, typed: str) -> dict[str, Words]:
    """The typed text as the only option, with its meaning or its error."""
    if not typed or len(typed) > CHOICE_LENGTH:
        return {}  # Discord refuses it as an option; the field keeps it anyway
    try:
        told = view.position.describe(interaction.services[MatchService].meaning(view, typed))
    except IllegalText as error:
        told = error.error.message
    return {typed: as_typed(typed, told)}


MOST_WATCHED = 20
"""The most running matches that ``/watch`` lists."""


class Matches(commands.Cog):
    @command("Your matches, those waiting for you first", everywhere=True)
    async def matches(self, interaction: Interaction) -> None:
        await show_inbox(interaction)

    @command("A match from your side, and all you can do in it", everywhere=True)
    async def match(self, interaction: Interaction, match: match_option.PastMatch = None) -> None:
        await choose_match(interaction, match, Purpose.BOARD)

    @command(
        "Step through a match from its start, for you alone",
        everywhere=True,
        match="Which match, if not the one here or your last one",
    )
    async def replay(self, interaction: Interaction, match: match_option.PastMatch = None) -> None:
        await choose_match(interaction, match, Purpose.REPLAY)

    @command("Watch the matches that are being played in this server")
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def watch(self, interaction: Interaction) -> None:
        await show_watched(interaction)


async def show_watched(interaction: Interaction) -> None:
    """Show the running matches here, and what the reader follows; raises NoServerHere."""
    watched = await interaction.services[WatchService].watched(interaction.actor)
    shown, damaged = watched.running[:MOST_WATCHED], words.unreadable(watched.damaged)
    title = Plain("### {title}", title=words.RUNNING)
    seen = (title, *map(words.seen, shown)) if shown else (damaged or words.NOTHING_RUNS,)
    menu = await match_option.match_list(interaction, shown, Purpose.BOARD) if shown else None
    told = lines(*seen, damaged if shown else None, words.followed(watched))
    await interaction.show(
        Page(told, menu, await _unfollow_menu(interaction, watched), accent=Accent.TEAL)
    )


async def _unfollow_menu(interaction: Interaction, watched: Watched) -> Menu | None:
    """The menu of all that the reader follows; None if that is nothing."""
    names = interaction.client.names
    known = await names.in_time(watched.people, interaction.actor.place.server_id)
    labels: dict[str, Words] = {f"m{each.id}": match_title(each) for each in watched.matches}
    labels |= {f"p{each}": known.get(each, SOMEBODY) for each in watched.people}
    return Menu(StopFollowing(), options(labels)[:OPTIONS], UNFOLLOW) if labels else None


class StopFollowing(CustomId, prefix="wf"):
    """The menu for unfollowing matches (``m7``) and people (``p42``)."""


async def on_stop_following(click: Click[StopFollowing]) -> None:
    kind, number = click.value[:1], click.value[1:]
    if number.isdecimal() and int(number) <= LARGEST:
        watching = click.services[WatchService]
        if kind == "m":
            await watching.unfollow(click.actor, MatchId(int(number)))
        else:
            await watching.unfollow_person(click.actor, PlayerId(int(number)))
    await show_watched(click)


SCREEN = Screen(
    cogs=(Moves, Matches),
    handlers=(
        Handler(MatchButton, on_match, defer=False),
        Handler(InboxButton, on_inbox),
        Handler(StopFollowing, on_stop_following),
        Handler(match_option.MatchList, on_list),
    ),
    faces={
        PostedBoard: cards.face_of_board,
        FollowedEnd: lambda end: in_words(words.followed_end(end)),
        Digest: cards.face_of_digest,
        AbsenceCard: lambda card: in_words(words.absence(card)),
    },
    named={PostedBoard: with_players},
)
