"""Options of commands, with autocompletion: game, variant, clock, and the match meant."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.core.clocks import complete_clock
from bot.core.errors import ServiceError
from bot.core.matches import MatchService, MatchSummary, Scope, SeveralMatches, UnknownMatch
from bot.core.people import SettingsService
from bot.screen import words
from bot.screen.ids import CustomId
from bot.screen.interaction.declaring import choices
from bot.screen.interaction.interaction import Interaction
from bot.screen.page import Menu, Option, Page
from data.ids import MatchId
from data.states import SeatChoice
from rules import GAMES
from rules.engine import LEVELS
from rules.texts import Text, Words, labelled, listed

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
            variant.id: variant.name if typed else words.row([game.info.name, variant.name])
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
        found = {str(clock): words.clock_label(clock) for clock in completed}
        server = await ours.services[SettingsService].of_server(ours.actor.place.server_id)
        allowed = server.allowed_clocks
        return await ours.offer(
            {clock: label for clock, label in found.items() if allowed is None or clock in allowed}
        )


AnyGame: TypeAlias = app_commands.Transform[str, GameName()]
AnyVariant: TypeAlias = app_commands.Transform[str, VariantName()]
AnyClock: TypeAlias = app_commands.Transform[str, ClockText()]


CHOICES = 25
MAX_SEARCHED = 10 * CHOICES
"""How many matches are searched for a typed text."""
MAX_TYPED = 80
LARGEST = 2**53 - 1
"""The largest number in a command option."""


class NumberOption(app_commands.Transformer):
    """An option for an id; autocompletion searches the labels that ``offered`` returns.

    ``unknown`` makes the error for a number that cannot be an id.
    """

    type = discord.AppCommandOptionType.integer
    min_value, max_value = 1, LARGEST

    def __init__(
        self,
        offered: Callable[[Interaction], Awaitable[Mapping[Any, Words]]],
        unknown: Callable[[], ServiceError],
    ) -> None:
        self._offered = offered
        self._unknown = unknown

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> int:
        if not 1 <= int(value) <= LARGEST:
            raise self._unknown()
        return int(value)

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[AnyChoice]:
        ours = Interaction(interaction)
        try:
            return await ours.offer(await self._offered(ours), value)
        except ServiceError:
            return []  # the command itself gives the reason


def _match_number(scope: Scope) -> NumberOption:
    """An option for a match, with games and opponents as labels."""

    async def offered(ours: Interaction) -> Mapping[MatchId, Words]:
        if scope is Scope.SERVER:
            await ours.services[MatchService].check_manager(ours.actor)
        return await _labels(
            ours, await ours.services[MatchService].offered(ours.actor, scope, MAX_SEARCHED)
        )

    return NumberOption(offered, UnknownMatch)


MatchToMove = app_commands.Transform[MatchId | None, _match_number(Scope.TO_MOVE)]
PlayedMatch = app_commands.Transform[MatchId | None, _match_number(Scope.PLAYING)]
PastMatch = app_commands.Transform[MatchId | None, _match_number(Scope.SEEN)]
ServerMatch = app_commands.Transform[MatchId | None, _match_number(Scope.SERVER)]


class Purpose(StrEnum):
    """What a match is chosen for."""

    OPEN = "open"
    BOARD = "board"
    REPLAY = "replay"
    MANAGE = "manage"
    RESIGN = "resign"


_SCOPES = {Purpose.OPEN: Scope.TO_MOVE, Purpose.RESIGN: Scope.PLAYING}


class MatchList(CustomId, prefix="l"):
    """The list of matches; a value is an id, and behind it the typed move, if any."""

    purpose: Purpose


def typed_match_id(value: Any) -> MatchId | None:
    """The value of the option ``match`` while a command is typed; None if it is no id."""
    return MatchId(int(value)) if str(value).isdecimal() and int(value) <= LARGEST else None


async def meant_or_asked(
    interaction: Interaction, match_id: MatchId | None, purpose: Purpose
) -> MatchId | None:
    """The named match, or the one that ``MatchService.meant`` finds.

    None if several are possible; then the person has been asked. Raises NoMatchHere.
    """
    matches, scope = interaction.services[MatchService], _SCOPES.get(purpose, Scope.SEEN)
    try:
        return match_id or await matches.meant(interaction.actor, scope)
    except SeveralMatches as error:
        found = error.matches
        if scope is Scope.SEEN:
            found = await matches.offered(interaction.actor, scope, CHOICES)
        await ask_which(interaction, found, purpose)
        return None


async def ask_which(
    interaction: Interaction, lines: Sequence[MatchSummary], purpose: Purpose, typed: str = ""
) -> None:
    """Ask which match is meant, for a ``typed`` move if any; acknowledged before."""
    menu = await match_list(interaction, lines, purpose, typed)
    await interaction.show(Page(SeveralMatches.says, menu))


async def match_list(
    interaction: Interaction, lines: Sequence[MatchSummary], purpose: Purpose, typed: str = ""
) -> Menu:
    """A list of one or more matches; a short ``typed`` move is kept in its values."""
    labels = await _labels(interaction, lines[:CHOICES])
    kept = typed if len(typed) <= MAX_TYPED else ""
    options = tuple(Option(label, f"{each} {kept}".strip()) for each, label in labels.items())
    return Menu(MatchList(purpose), options, words.CHOOSE)


async def _labels(interaction: Interaction, lines: Sequence[MatchSummary]) -> dict[MatchId, Words]:
    actor = interaction.actor
    people = {player for line in lines[:CHOICES] for player in line.people} - {actor.id}
    names = await interaction.client.names.in_time(people, actor.place.server_id)
    labels: dict[MatchId, Words] = {}
    for line in lines:
        others = [names[player] for player in line.people if player in names]
        title = words.match_title(line)
        if not others:
            labels[line.id] = title
        elif actor.id in line.players:
            labels[line.id] = Text("{match} against {players}", match=title, players=listed(others))
        else:
            labels[line.id] = labelled(title, listed(others))
    return labels
