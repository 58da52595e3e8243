"""The buttons of a match, and those that begin a move: one for each part if there is much to do."""

from bot.chat.common import choice_text as words
from bot.chat.common.custom_ids import ComposerAction, ComposerButton, MatchAction, MatchButton
from bot.chat.common.page import Button, Style
from bot.services.composer import begin, parts_of
from bot.services.matches import MatchState, MatchSummary
from data.ids import Engine


def move_button(line: MatchSummary | MatchState) -> Button:
    """The button to move in a match, as it stands."""
    custom_id = MatchButton(line.id, line.ply, MatchAction.MOVE)
    return Button(words.MOVE, custom_id, Style.PRIMARY)


def match_button(
    match: MatchState, label: str, action: MatchAction, style: Style = Style.SECONDARY
) -> Button:
    """A button to do something in a match, as it stands."""
    return Button(label, MatchButton(match.id, match.ply, action), style)


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
            ComposerButton(match.id, match.ply, first.stage, ComposerAction.PART, number),
            Style.PRIMARY,
        )
        for number, part in enumerate(parts, 1)
    ]
