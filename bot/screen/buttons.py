"""Buttons and fields that several features show."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

from bot.core.matches import LONGEST_REASON
from bot.screen import ids
from bot.screen.page import Button, Row, TextField
from bot.screen.words import ANOTHER_GAME, RULES
from rules import GAMES
from rules.texts import Text, Words

PUBLIC_REASON = Text("Why? Everybody will read it")


def reason_field(asks: Text = PUBLIC_REASON) -> TextField:
    return TextField("reason", asks, LONGEST_REASON, least=3)


class ChampionOf(StrEnum):
    LEADERBOARD = "board"
    LADDER = "ladder"
    LEAGUE = "league"


class ChampionId(ids.CustomId, prefix="ch"):
    """The button and the form that set the champion's role of a leaderboard, ladder or league."""

    game: ids.Name
    of: ChampionOf


def champion_button(game: str, of: ChampionOf) -> Button:
    return Button(Text("Champion's role", "button"), ChampionId(game, of))


class SettingsTab(StrEnum):
    BOARDS = "boards"
    REMINDERS = "reminders"
    NAMES = "names"
    VACATION = "vacation"
    LANGUAGE = "language"


class SettingsTabButton(ids.CustomId, prefix="a"):
    tab: SettingsTab


LABELS: Mapping[SettingsTab, Text] = {
    SettingsTab.BOARDS: Text("Boards", "button"),
    SettingsTab.REMINDERS: Text("Reminders", "button"),
    SettingsTab.NAMES: Text("My name", "button"),
    SettingsTab.VACATION: Text("Vacation", "button"),
    SettingsTab.LANGUAGE: Text("Language", "button"),
}


def tab(to: SettingsTab) -> Button:
    return Button(LABELS[to], SettingsTabButton(to))


def other_tabs(here: SettingsTab) -> tuple[Button, ...]:
    return tuple(tab(each) for each in LABELS if each is not here)


def page_buttons(
    page: int, pages: int, back: Words, on: Words, leading: Callable[[int], ids.CustomId]
) -> Iterator[Button]:
    """Buttons to the previous and the next page, if they exist; pages count from 0."""
    for label, number in ((back, page - 1), (on, page + 1)):
        if 0 <= number < pages:
            yield Button(label, leading(number))


class RulesAction(StrEnum):
    SHOW = "show"
    OPEN = "open"
    JUMP = "jump"
    GAMES = "games"
    CHOOSE = "choose"
    TRY = "try"
    PLAY = "play"


class RulesButton(ids.CustomId, prefix="g"):
    """A button or list below a page of rules; pages count from 0."""

    game: ids.Name
    page: int
    action: RulesAction


def rules_button(game: str, way: RulesAction = RulesAction.OPEN) -> Button:
    """The button to the first page of rules; with ``SHOW`` they replace the pressed message."""
    return Button(RULES, RulesButton(game, 0, way))


def games_row(way: Callable[[str], ids.CustomId]) -> Row:
    """A button for each game; ``way`` returns the ``custom_id`` for a game's id."""
    return Row(*(Button(game.info.name, way(name)) for name, game in GAMES.items()))


def another_game_button(label: Text = ANOTHER_GAME) -> Button:
    """The button to choose a game to play against the bot."""
    return Button(label, RulesButton(ids.ANY_GAME, 0, RulesAction.CHOOSE))
