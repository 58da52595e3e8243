"""A puzzle of the week in its channel."""

from bot.chat.common.page import Accent, Button, Page, Picture, Row, Style
from bot.chat.common.puzzle_ids import WeeklyButton
from bot.chat.messenger.faces import Face
from bot.chat.puzzles import text as words
from bot.services.puzzles import WeeklyCard
from renderer import alt_text


def face_of(card: WeeklyCard) -> Face:
    """What the puzzle looks like; it mentions nobody."""
    mark, is_open = WeeklyButton(card.post.id), not card.post.closed
    solve = Button(words.SOLVE, mark, Style.PRIMARY) if is_open else Button(words.TRY_IT, mark)
    earlier = None
    if card.earlier is not None and is_open:
        earlier = words.weekly_earlier(card.earlier, card.earlier_solvers)
    page = Page(
        words.weekly_heading(card),
        Picture(alt_text(card.picture, None)),
        words.weekly_state(card),
        earlier,
        Row(solve),
        accent=Accent.TEAL,
    )
    return Face(page, (), str(mark))
