"""What the board of prepared answers looks like."""

from functools import partial

from bot.chat.common.conditional_ids import ConditionalButton
from bot.chat.common.custom_ids import BoardAction
from bot.chat.common.page import Accent, Button, Menu, Page, Picture, Row, Style, options
from bot.chat.common.text import lines
from bot.chat.composer.boards import asking_page, ways
from bot.chat.composer.question import Question
from bot.chat.conditionals import text as words
from bot.services.conditionals import Conditionals


def conditionals(
    now: Conditionals, remark: str | None, question: Question | None, alt: str
) -> Page:
    """The board after the line so far, what can come next, and the lines that are kept."""
    make = partial(ConditionalButton, now.match.id, now.stage)
    keep = Button(words.KEEP, make(BoardAction.KEEP), Style.SUCCESS)
    take_back = words.TAKE_BACK if now.draft else None
    head = lines(remark, words.heading(now), words.kept(now))
    return asking_page(
        (head, Picture(alt), words.state(now, question)),
        question,
        make,
        Row(
            keep if now.can_be_kept else None,
            *ways(now.composition, question, make, take_back),
        ),
        _forgetting(now) if now.lines else None,
        accent=Accent.PURPLE,
    )


def _forgetting(now: Conditionals) -> Menu:
    labels = {number: words.written(now, line) for number, line in enumerate(now.lines)}
    drop = ConditionalButton(now.match.id, now.stage, BoardAction.DROP)
    return Menu(drop, options(labels), words.FORGET)
