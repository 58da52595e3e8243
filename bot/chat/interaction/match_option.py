"""Which match a command is about: the option ``match``, and what is meant without it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

import discord
from discord import app_commands

from bot.chat.common import text as words
from bot.chat.common.custom_id import CustomId
from bot.chat.common.page import Menu, Option, Page
from bot.chat.common.text import match_title
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import show
from bot.chat.interaction.client import Interaction, own_interaction, services
from bot.services.actor import Actor
from bot.services.errors import ServiceError
from bot.services.matches import MatchSummary, Scope, SeveralMatches, UnknownMatch
from data.ids import MatchId


class Purpose(StrEnum):
    """What is done with the match that is chosen from a list."""

    OPEN = "open"
    BOARD = "board"
    TEXT = "text"
    REPLAY = "replay"
    EXPORT = "export"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class MatchList(CustomId):
    """A list of matches, of which one is chosen by its number."""

    PREFIX: ClassVar[str] = "l"
    purpose: Purpose


CHOICES, LABEL = 25, 100
MOST = 10 * CHOICES
"""How many matches are looked through for what somebody types."""
LARGEST = 2**53 - 1
"""The largest number that an option of a command can have."""


class MatchNumber(app_commands.Transformer):
    """A match by its number, offered by game and opponents from those that fit."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.integer

    @property
    def min_value(self) -> int:
        return 1

    @property
    def max_value(self) -> int:
        return LARGEST

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> MatchId:
        del interaction
        if not 1 <= int(value) <= LARGEST:
            raise UnknownMatch(MatchId(value))
        return MatchId(int(value))

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[str | int | float]]:
        ours = own_interaction(interaction)
        actor = actor_of(ours)
        try:
            if self._scope is Scope.SERVER:
                await services(ours).rulings.check_place(actor)
            found = await services(ours).matches.offered(actor, self._scope, MOST)
        except ServiceError:
            return []  # the command itself says why
        labels = await _labels(ours, actor, found)
        typed = str(value).casefold()
        offered: list[app_commands.Choice[str | int | float]] = [
            app_commands.Choice(name=label[:LABEL], value=match_id)
            for match_id, label in labels.items()
            if typed in label.casefold()
        ]
        return offered[:CHOICES]


MatchToMove = app_commands.Transform[MatchId | None, MatchNumber(Scope.TO_MOVE)]
PlayedMatch = app_commands.Transform[MatchId | None, MatchNumber(Scope.PLAYING)]
PastMatch = app_commands.Transform[MatchId | None, MatchNumber(Scope.SEEN)]
ServerMatch = app_commands.Transform[MatchId, MatchNumber(Scope.SERVER)]


def named(value: Any) -> MatchId | None:
    """The match option of a command that is still being typed."""
    return MatchId(int(value)) if str(value).isdecimal() and int(value) <= LARGEST else None


async def meant(
    interaction: Interaction, match_id: MatchId | None = None, *, past: bool = False
) -> MatchId:
    """The match that is meant: the one named, else the thread's, else the only one that fits.

    With ``past`` it may be one that has ended. Raises NoMatchHere or SeveralMatches.
    """
    if match_id is not None:
        return match_id
    scope = Scope.SEEN if past else Scope.PLAYING
    return await services(interaction).matches.meant(actor_of(interaction), scope)


async def meant_or_asked(
    interaction: Interaction, match_id: MatchId | None, purpose: Purpose
) -> MatchId | None:
    """The match to look at that is meant; None if several are, and somebody was asked which.

    Acknowledged before; raises NoMatchHere.
    """
    try:
        return await meant(interaction, match_id, past=True)
    except SeveralMatches:
        actor = actor_of(interaction)
        found = await services(interaction).matches.offered(actor, Scope.SEEN, CHOICES)
        await ask_which(interaction, found, purpose)
        return None


async def ask_which(
    interaction: Interaction, lines: Sequence[MatchSummary], purpose: Purpose
) -> None:
    """Ask which match is meant; acknowledged before."""
    menu = await match_list(interaction, lines, purpose)
    await show(interaction, Page(words.WHICH, menu))


async def match_list(
    interaction: Interaction, lines: Sequence[MatchSummary], purpose: Purpose
) -> Menu:
    """A list of matches, not empty, to choose one from."""
    labels = await _labels(interaction, actor_of(interaction), lines[:CHOICES])
    options = tuple(Option(label, str(number)) for number, label in labels.items())
    return Menu(MatchList(purpose), options, words.CHOOSE)


async def _labels(
    interaction: Interaction, actor: Actor, lines: Sequence[MatchSummary]
) -> dict[MatchId, str]:
    """A match as it is offered: by game, number and opponents."""
    people = {player for line in lines[:CHOICES] for player in line.people} - {actor.id}
    names = await interaction.client.names.in_time(people, actor.place.server_id)
    return {line.id: _label(line, actor, names) for line in lines}


def _label(line: MatchSummary, actor: Actor, names: dict[int, str]) -> str:
    others = [names[player] for player in line.people if player in names]
    if not others:
        return match_title(line)
    joined = " and ".join(others)
    is_player = actor.id in line.players
    return f"{match_title(line)}{' against' if is_player else ':'} {joined}"
