"""Options that say how a game is played: which, its variant and clock, completed while typed."""

from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.chat.common.text import clock_label
from bot.chat.interaction.command_words import choices
from bot.chat.interaction.interaction import Interaction
from bot.services.clocks import NoClock, complete_clock
from rules import GAMES
from rules.engine import LEVELS
from rules.texts import Text

BEGINNER, CASUAL = 1, 2
_LEVEL = Text("{number} - {name}", "choice")
LEVEL_CHOICES = choices(
    {number: _LEVEL.of(number=number, name=level.name) for number, level in LEVELS.items()}
)
LONGEST_CLOCK = 100

AnyChoice: TypeAlias = app_commands.Choice[Any]


class Typed(app_commands.Transformer):
    """Something that is taken as it was typed, and understood later."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> str:
        return str(value)


class GameName(Typed):
    @property
    def choices(self) -> list[AnyChoice]:
        return [
            app_commands.Choice(name=game.info.name, value=game.info.id) for game in GAMES.values()
        ]


class VariantName(Typed):
    """A variant of the game that the option ``game`` names, of all or of those ``for_two``."""

    def __init__(self, *, for_two: bool = False) -> None:
        self._for_two = for_two

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[AnyChoice]:
        chosen = GAMES.get(str(interaction.namespace.game))
        variants = () if chosen is None else chosen.info.variants
        fitting = [each for each in variants if each.seats == 2 or not self._for_two]
        return await Interaction(interaction).offer({each.id: each.name for each in fitting}, value)


class ClockText(Typed):
    """A clock as people write it. Those that the server allows are offered, or all ``timed``."""

    def __init__(self, *, timed: bool = False) -> None:
        self._timed = timed

    @property
    def min_value(self) -> int:
        return 1

    @property
    def max_value(self) -> int:
        return LONGEST_CLOCK

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[AnyChoice]:
        ours = Interaction(interaction)
        completed = complete_clock(str(value), wording=await ours.wording())
        found = {str(clock): clock_label(clock) for clock in completed}
        if self._timed:
            found.pop(str(NoClock()), None)
        server_id, allowed = ours.actor.place.server_id, None
        if server_id is not None and not self._timed:
            allowed = (await ours.services.settings.of_server(server_id)).allowed_clocks
        return await ours.offer(
            {clock: label for clock, label in found.items() if allowed is None or clock in allowed}
        )


AnyGame: TypeAlias = app_commands.Transform[str, GameName()]
AnyVariant: TypeAlias = app_commands.Transform[str, VariantName()]
VariantForTwo: TypeAlias = app_commands.Transform[str, VariantName(for_two=True)]
AnyClock: TypeAlias = app_commands.Transform[str, ClockText()]
TimedClock: TypeAlias = app_commands.Transform[str, ClockText(timed=True)]
