"""Command options for game, variant and clock, with autocompletion."""

from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.core.clocks import complete_clock
from bot.core.settings import SettingsService
from bot.screen.interaction.command_words import choices
from bot.screen.interaction.interaction import Interaction
from bot.screen.words import clock_label, row
from data.states import SeatChoice
from rules import GAMES
from rules.engine import LEVELS
from rules.texts import Text

BEGINNER, CASUAL = 1, 2
_LEVEL = Text("{number} - {name}", "choice")
LEVEL_CHOICES = choices(
    {number: _LEVEL.of(number=number, name=level.name) for number, level in LEVELS.items()}
)
FIRST_MOVES = choices(
    {
        SeatChoice.FIRST.value: Text("I move first", "choice"),
        SeatChoice.SECOND.value: Text("I move second", "choice"),
        SeatChoice.RANDOM.value: Text("At random", "choice"),
    }
)
LONGEST_CLOCK = 100

AnyChoice: TypeAlias = app_commands.Choice[Any]


class Typed(app_commands.Transformer):
    """An option whose value is the typed text; it is parsed later."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> str:
        return str(value)


class GameName(Typed):
    @property
    def choices(self) -> list[AnyChoice]:
        return [
            app_commands.Choice(name=game.info.name, value=game.info.id) for game in GAMES.values()
        ]


class VariantName(Typed):
    """A variant of the game in the option ``game``; of any game without one."""

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[AnyChoice]:
        typed = interaction.namespace.game
        named = {
            variant.id: variant.name if typed else row([game.info.name, variant.name])
            for game in GAMES.values()
            for variant in game.info.variants
            if typed in (None, game.info.id)
        }
        return await Interaction(interaction).offer(named, value)


def game_with(variant: str | None, opponents: int = 0) -> str | None:
    """The game of this variant, or for so many opponents; None if that is ambiguous.

    An unknown variant is returned as the game, to be refused as one.
    """
    variants = [(each, game.info.id) for game in GAMES.values() for each in game.info.variants]
    if variant is not None:
        return next((game for each, game in variants if each.id == variant), variant)
    return next((game for each, game in variants if 2 <= opponents < each.seats), None)


class ClockText(Typed):
    """A clock as typed; completions are those that the server allows."""

    min_value, max_value = 1, LONGEST_CLOCK

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[AnyChoice]:
        ours = Interaction(interaction)
        completed = complete_clock(str(value), wording=await ours.wording())
        found = {str(clock): clock_label(clock) for clock in completed}
        server = await ours.services[SettingsService].of_server(ours.actor.place.server_id)
        allowed = server.allowed_clocks
        return await ours.offer(
            {clock: label for clock, label in found.items() if allowed is None or clock in allowed}
        )


AnyGame: TypeAlias = app_commands.Transform[str, GameName()]
AnyVariant: TypeAlias = app_commands.Transform[str, VariantName()]
AnyClock: TypeAlias = app_commands.Transform[str, ClockText()]
