"""Which match a command is about: the option ``match``, and what is meant without it."""

from __future__ import annotations

from enum import Enum
from typing import Any

import discord
from discord import app_commands

from bot.chat.common.text import match_title
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.client import Interaction, own_interaction, services
from bot.services.actor import Actor
from bot.services.matches.errors import ServiceError, UnknownMatch
from bot.services.matches.models import MatchLine
from bot.services.services import Services
from data.ids import MatchId

CHOICES, LABEL = 25, 100
LARGEST = 2**53 - 1
"""The largest number that an option of a command can have."""


class Scope(Enum):
    """Which matches fit a command."""

    TO_MOVE = "to move"
    """Those in which it is the person's turn."""
    PLAYING = "playing"
    """Those that the person is playing, with those waiting for that person first."""
    PAST = "past"
    """Those and the ones that have ended."""
    SERVER = "server"
    """The server's, for people who rule over them."""


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
            found = await _choices(services(ours), actor, self._scope)
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
PastMatch = app_commands.Transform[MatchId | None, MatchNumber(Scope.PAST)]
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
    actor = actor_of(interaction)
    if match_id is not None:
        return match_id
    if past:
        return await services(interaction).history.meant(actor.id, actor.place.here)
    return (await services(interaction).matches.pick(actor.id, actor.place.here)).id


async def _choices(services: Services, actor: Actor, scope: Scope) -> tuple[MatchLine, ...]:
    if scope is Scope.SERVER:
        return await services.adjudication.matches_in(actor.person, actor.place, 10 * CHOICES)
    found = await services.inbox.of(actor.id, recent=CHOICES)
    waiting = found.waiting
    return {
        Scope.TO_MOVE: waiting,
        Scope.PLAYING: (*waiting, *found.others),
        Scope.PAST: (*waiting, *found.others, *found.recent),
    }[scope]


async def _labels(
    interaction: Interaction, actor: Actor, lines: tuple[MatchLine, ...]
) -> dict[MatchId, str]:
    """A match as it is offered: ``Apart · match 12 against Ben``."""
    offered = lines[: 10 * CHOICES]
    people = {player for line in offered[:CHOICES] for player in line.players} - {actor.id}
    names = await interaction.client.names.in_time(people, actor.place.server_id)
    return {line.id: _label(line, actor, names) for line in offered}


def _label(line: MatchLine, actor: Actor, names: dict[int, str]) -> str:
    others = [names[player] for player in line.players if player in names]
    if not others:
        return match_title(line)
    joined = " and ".join(others)
    is_player = actor.id in line.players
    return f"{match_title(line)}{' against' if is_player else ':'} {joined}"
