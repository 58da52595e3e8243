"""A puzzle of the week in its channel."""

from __future__ import annotations

from bot.chat.common.page import Accent, Button, Page, Part, Picture, Row, Style
from bot.chat.common.puzzle_ids import WeeklyButton
from bot.chat.messenger.messenger import Face
from bot.chat.puzzles import text as words
from bot.services.puzzles import WeeklyCard


def face_of(card: WeeklyCard) -> Face:
    """What the puzzle looks like; it mentions nobody."""
    mark = WeeklyButton(card.post.id)
    items: list[Part] = [
        words.weekly_heading(card),
        Picture(card.alt),
        words.weekly_state(card),
    ]
    if card.earlier is not None and not card.post.closed:
        items.append(words.weekly_earlier(card.earlier, card.earlier_solvers))
    label = words.TRY_IT if card.post.closed else words.SOLVE
    style = Style.SECONDARY if card.post.closed else Style.PRIMARY
    items.append(Row(Button(label, mark, style)))
    page = Page(*items, accent=Accent.TEAL)
    return Face(page, (), str(mark), card.png)
