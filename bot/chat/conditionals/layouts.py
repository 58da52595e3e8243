"""What the board of prepared answers looks like."""

from __future__ import annotations

from functools import partial

from bot.chat.common.components import room_beside
from bot.chat.common.conditional_ids import ConditionalAction, ConditionalButton
from bot.chat.common.page import Accent, Button, Menu, Page, Part, Picture, Row, Style, options
from bot.chat.composer import text as composer_words
from bot.chat.composer.layouts import choices, other_choices
from bot.chat.composer.question import Question
from bot.chat.conditionals import text as words
from bot.services.conditionals import Conditionals


def conditionals(
    now: Conditionals, question: Question | None, alt: str, *, remark: str | None = None
) -> Page:
    """The board after the line so far, what can come next, and the lines that are kept."""
    make = partial(ConditionalButton, now.match.id, now.stage)
    head = "\n".join(filter(None, (remark, words.heading(now), words.kept(now))))
    above: list[Part] = [
        head,
        Picture(alt),
        words.state(now, question),
    ]
    below: list[Part] = []
    if ways := _ways(now, question):
        below.append(Row(*ways))
    if now.lines:
        below.append(_forgetting(now))
    if question is not None:
        take, show = partial(make, ConditionalAction.TAKE), partial(make, ConditionalAction.PART)
        above += choices(question, take, show, room_beside([*above, *below]))
    return Page(*above, *below, accent=Accent.PURPLE)


def _ways(now: Conditionals, question: Question | None) -> list[Button]:
    make = partial(ConditionalButton, now.match.id, now.stage)
    ways: list[Button] = []
    if question is not None:
        ways += other_choices(question, partial(make, ConditionalAction.PART))
    if now.can_be_kept:
        success = Style.SUCCESS
        ways.append(Button(words.KEEP, make(ConditionalAction.KEEP), success))
    composition = now.composition
    if composition is not None and composition.menu.complete is not None:
        label = composer_words.stop(composition.menu.complete.written)
        ways.append(Button(label, make(ConditionalAction.STOP), Style.SUCCESS))
    is_begun = composition is not None and composition.is_begun
    if now.draft or is_begun:
        label = composer_words.BACK if is_begun else words.TAKE_BACK
        ways.append(Button(label, make(ConditionalAction.BACK)))
    return ways


def _forgetting(now: Conditionals) -> Menu:
    lines = {number: words.written(now, line) for number, line in enumerate(now.lines)}
    drop = ConditionalButton(now.match.id, now.stage, ConditionalAction.DROP)
    return Menu(drop, options(lines), words.FORGET)
