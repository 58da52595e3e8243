"""What a practice board looks like."""

from __future__ import annotations

from functools import partial

from bot.chat.common.components import room_beside
from bot.chat.common.custom_ids import PracticeAction, PracticeButton
from bot.chat.common.page import Accent, Button, Menu, Page, Part, Picture, Row, Style, options
from bot.chat.common.text import HINT
from bot.chat.composer import text as composer_words
from bot.chat.composer.layouts import choices, other_choices
from bot.chat.composer.question import Question
from bot.chat.practice import text as words
from bot.services.practice import PracticeBoard


def practice(
    board: PracticeBoard, question: Question | None, alt: str, *, remark: str | None = None
) -> Page:
    """The board, with what can come next to choose from; no question when the game is over."""
    above: list[Part] = [
        "\n".join(filter(None, (remark, words.heading(board)))),
        Picture(alt),
        words.state(board, question),
    ]
    below: list[Part] = []
    ways = _ways(board, question)
    if ways:
        below.append(Row(*ways))
    is_start = not (board.practice.moves or board.practice.taken)
    if is_start and len(board.position.info.variants) > 1:
        below.append(_variants(board))
    if question is not None:
        make = partial(PracticeButton, board.stage)
        take, show = partial(make, PracticeAction.TAKE), partial(make, PracticeAction.PART)
        above += choices(question, take, show, room_beside([*above, *below]))
    return Page(*above, *below, accent=Accent.TEAL)


def _ways(board: PracticeBoard, question: Question | None) -> list[Button]:
    """The buttons below the choices: to stop here, to go back, to begin anew, to type."""
    ways: list[Button] = []
    composition, kept = board.composition, board.practice
    if question is not None:
        show = partial(PracticeButton, board.stage, PracticeAction.PART)
        ways += other_choices(question, show)
    if composition is not None and composition.menu.complete is not None:
        label = composer_words.stop(composition.menu.complete.written)
        ways.append(Button(label, PracticeButton(board.stage, PracticeAction.STOP), Style.SUCCESS))
    is_begun = composition is not None and composition.is_begun
    if kept.moves or is_begun:
        label = composer_words.BACK if is_begun else words.TAKE_BACK
        ways.append(Button(label, PracticeButton(board.stage, PracticeAction.BACK)))
        ways.append(
            Button(composer_words.START_OVER, PracticeButton(board.stage, PracticeAction.OVER))
        )
    if composition is not None:
        if not kept.taken:
            ways.append(Button(HINT, PracticeButton(board.stage, PracticeAction.HINT)))
        ways.append(Button(composer_words.TYPE, PracticeButton(board.stage, PracticeAction.TYPE)))
    return ways


def _variants(board: PracticeBoard) -> Menu:
    variants = board.position.info.variants
    labels = {number: variant.name for number, variant in enumerate(variants)}
    shown = options(labels, variants.index(board.position.variant))
    return Menu(PracticeButton(board.stage, PracticeAction.VARIANT), shown, words.VARIANTS)
