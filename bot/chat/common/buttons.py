"""What several areas show: buttons of a match, of the rules, from panel to panel; a reason."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

from bot.chat.common import choices as words
from bot.chat.common import ids
from bot.chat.common.page import Button, Field, Style
from bot.chat.common.text import ANOTHER_GAME, LAST_MOVE, RULES
from bot.services.composer import begin, parts_of
from bot.services.matches import MatchState, MatchSummary
from bot.services.settings import LONGEST_REASON
from data.ids import Engine
from rules.texts import Text, Words

PUBLIC_REASON = Text("Why? Everybody will read it")


def reason_field(asks: Text = PUBLIC_REASON) -> Field:
    return Field("reason", asks, LONGEST_REASON, least=3)


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
    GAME = "game"
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


def another_game_button() -> Button:
    return Button(ANOTHER_GAME, RulesButton(ids.ANY_GAME, 0, RulesAction.CHOOSE))


def move_button(line: MatchSummary | MatchState) -> Button:
    custom_id = ids.MatchButton(line.id, line.ply, ids.MatchAction.MOVE)
    return Button(words.MOVE, custom_id, Style.PRIMARY)


def match_button(
    match: MatchState, label: Words, action: ids.MatchAction, style: Style = Style.SECONDARY
) -> Button:
    return Button(label, ids.MatchButton(match.id, match.ply, action), style)


def last_move(match: MatchState) -> list[Button]:
    return [match_button(match, LAST_MOVE, ids.MatchAction.MOTION)] if match.moves else []


def lens(match: MatchState) -> list[Button]:
    """The button for what matters for the goal, in a game that has a lens."""
    return [match_button(match, match.info.lens, ids.MatchAction.LENS)] if match.info.lens else []


def ways_in(match: MatchState) -> list[Button]:
    """The same below a board, which has room to ask for its part; none while the bot thinks."""
    if isinstance(match.to_move_player, Engine):
        return []
    first = begin(match.position)
    parts = parts_of(match.position, first.menu)
    if len(parts) == 1:
        return [move_button(match)]
    return [
        Button(
            words.way_in(part),
            ids.ComposerButton(match.id, match.ply, first.stage, ids.BoardAction.PART, number),
            Style.PRIMARY,
        )
        for number, part in enumerate(parts, 1)
    ]
