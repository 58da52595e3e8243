"""What a practice board looks like."""

from collections.abc import Iterator
from functools import partial

from bot.chat.common.custom_ids import BoardAction, PracticeButton
from bot.chat.common.page import Accent, Button, Menu, Page, Picture, Row, options
from bot.chat.common.text import HINT, lines
from bot.chat.composer import text as composer_words
from bot.chat.composer.boards import asking_page, ways
from bot.chat.composer.question import Question
from bot.chat.practice import text as words
from bot.services.practice import PracticeBoard


def practice(board: PracticeBoard, remark: str | None, question: Question | None, alt: str) -> Page:
    """The board, with what can come next to choose from; no question when the game is over."""
    is_start = not (board.practice.moves or board.practice.taken)
    return asking_page(
        (lines(remark, words.heading(board)), Picture(alt), words.state(board, question)),
        question,
        partial(PracticeButton, board.stage),
        Row(*_ways(board, question)),
        _variants(board) if is_start and len(board.position.info.variants) > 1 else None,
        accent=Accent.TEAL,
    )


def _ways(board: PracticeBoard, question: Question | None) -> Iterator[Button]:
    """The buttons below the choices: to stop here, to go back, to begin anew, to type."""
    make = partial(PracticeButton, board.stage)
    composition, kept = board.composition, board.practice
    yield from ways(composition, question, make, words.TAKE_BACK if kept.moves else None)
    if kept.moves or (composition is not None and composition.is_begun):
        yield Button(composer_words.START_OVER, make(BoardAction.OVER))
    if composition is not None:
        if not kept.taken:
            yield Button(HINT, make(BoardAction.HINT))
        yield Button(composer_words.TYPE, make(BoardAction.TYPE))


def _variants(board: PracticeBoard) -> Menu:
    variants = board.position.info.variants
    labels = {number: variant.name for number, variant in enumerate(variants)}
    shown = options(labels, variants.index(board.position.variant))
    return Menu(PracticeButton(board.stage, BoardAction.VARIANT), shown, words.VARIANTS)
