"""Options that say how a game is played: its variant and its clock, completed while typed."""

from collections.abc import Collection
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.chat.common.clocks import clock_label
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.client import Interaction, own_interaction, services
from bot.services.clocks import NoClock, complete_clock
from rules import GAMES

LONGEST_CLOCK = 100

AnyChoice: TypeAlias = app_commands.Choice[str | int | float]


class VariantName(app_commands.Transformer):
    """A variant of the game that the option ``game`` names, of all or of those ``for_two``."""

    def __init__(self, *, for_two: bool = False) -> None:
        self._for_two = for_two

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        del interaction
        return str(value)

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[AnyChoice]:
        chosen = GAMES.get(str(interaction.namespace.game))
        typed = str(value).casefold()
        return [
            app_commands.Choice(name=variant.name, value=variant.id)
            for variant in (() if chosen is None else chosen.info.variants)
            if (variant.is_for_two or not self._for_two)
            and typed in f"{variant.name} {variant.id}".casefold()
        ]


class ClockText(app_commands.Transformer):
    """A clock as people write it. Those that the server allows are offered, or all ``timed``."""

    def __init__(self, *, timed: bool = False) -> None:
        self._timed = timed

    @property
    def min_value(self) -> int:
        return 1

    @property
    def max_value(self) -> int:
        return LONGEST_CLOCK

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        del interaction
        return str(value)

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[AnyChoice]:
        found = {str(clock): clock_label(clock) for clock in complete_clock(str(value))}
        if self._timed:
            found.pop(str(NoClock()), None)
            allowed = None
        else:
            allowed = await _allowed_clocks(own_interaction(interaction))
        return [
            app_commands.Choice(name=label, value=clock)
            for clock, label in found.items()
            if allowed is None or clock in allowed
        ]


async def _allowed_clocks(interaction: Interaction) -> Collection[str] | None:
    server_id = actor_of(interaction).place.server_id
    if server_id is None:
        return None
    return (await services(interaction).settings.of_server(server_id)).allowed_clocks


AnyVariant: TypeAlias = app_commands.Transform[str, VariantName()]
VariantForTwo: TypeAlias = app_commands.Transform[str, VariantName(for_two=True)]
AnyClock: TypeAlias = app_commands.Transform[str, ClockText()]
TimedClock: TypeAlias = app_commands.Transform[str, ClockText(timed=True)]
