"""What several areas show: buttons of a match, of the rules, from panel to panel; a reason."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

from bot.core.matches import LONGEST_REASON, MatchState, MatchSummary
from bot.screen import choices as words
from bot.screen import ids
from bot.screen.page import Button, Field, Row, Style
from bot.screen.words import ANOTHER_GAME, RULES
from rules import GAMES
from rules.texts import Text, Words

PUBLIC_REASON = Text("Why? Everybody will read it")


def reason_field(asks: Text = PUBLIC_REASON) -> Field:
    return Field("reason", asks, LONGEST_REASON, least=3)


class ChampionOf(StrEnum):
    LEADERBOARD = "board"
    LADDER = "ladder"
    LEAGUE = "league"


class ChampionId(ids.CustomId, prefix="ch"):
    """The button, and the form, by which a role goes to the first of a game's list or league."""

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


def turning(
    page: int, pages: int, back: Words, on: Words, leading: Callable[[int], ids.CustomId]
) -> Iterator[Button]:
    """The ways to the page before and to the next, where there are such; pages count from 0."""
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
    """The button to the first page, beside what was pressed or, by ``SHOW``, in its place."""
    return Button(RULES, RulesButton(game, 0, way))


def games_row(way: Callable[[str], ids.CustomId]) -> Row:
    """A button for each game; ``way`` gives the id for its name."""
    return Row(*(Button(game.info.name, way(name)) for name, game in GAMES.items()))


def another_game_button(label: Text = ANOTHER_GAME) -> Button:
    """The way to choose a game in which the bot is played."""
    return Button(label, RulesButton(ids.ANY_GAME, 0, RulesAction.CHOOSE))


def move_button(line: MatchSummary | MatchState) -> Button:
    custom_id = ids.MatchButton(line.id, line.ply, ids.MatchAction.MOVE)
    return Button(words.MOVE, custom_id, Style.PRIMARY)


def match_button(
    match: MatchState, label: Words, action: ids.MatchAction, style: Style = Style.SECONDARY
) -> Button:
    return Button(label, ids.MatchButton(match.id, match.ply, action), style)
