"""What a practice board looks like."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import discord
from discord import ui

from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import BoardAction, PracticeButton
from bot.chat.common.text import HINT
from bot.chat.composer import text as composer_words
from bot.chat.composer.boards import picture_between, ways, with_choices
from bot.chat.composer.question import Question
from bot.chat.messenger import layouts
from bot.chat.practice import text as words
from bot.services.practice import PracticeBoard


def practice(
    board: PracticeBoard, remark: str | None, question: Question | None, alt: str
) -> ui.LayoutView:
    """The board, with what can come next to choose from; no question when the game is over."""
    below: list[layouts.Item] = []
    if buttons := [*_ways(board, question)]:
        below.append(ui.ActionRow(*buttons))
    is_start = not (board.practice.moves or board.practice.taken)
    if is_start and len(board.position.info.variants) > 1:
        below.append(ui.ActionRow(_variants(board)))
    above = picture_between((remark, words.heading(board)), alt, words.state(board, question))
    make = partial(PracticeButton, board.stage)
    return with_choices(above, question, make, below, discord.Colour.teal())


def _ways(board: PracticeBoard, question: Question | None) -> Iterator[Button]:
    """The buttons below the choices: to stop here, to go back, to begin anew, to type."""
    make = partial(PracticeButton, board.stage)
    composition, kept = board.composition, board.practice
    yield from ways(composition, question, make, words.TAKE_BACK if kept.moves else None)
    if kept.moves or (composition is not None and composition.is_begun):
        yield button(composer_words.START_OVER, make(BoardAction.OVER))
    if composition is not None:
        if not kept.taken:
            yield button(HINT, make(BoardAction.HINT))
        yield button(composer_words.TYPE, make(BoardAction.TYPE))


def _variants(board: PracticeBoard) -> ui.Select[ui.LayoutView]:
    options = [
        discord.SelectOption(
            label=variant.name, value=str(number), default=variant == board.position.variant
        )
        for number, variant in enumerate(board.position.info.variants)
    ]
    custom_id = PracticeButton(board.stage, BoardAction.VARIANT)
    return ui.Select(custom_id=str(custom_id), placeholder=words.VARIANTS, options=options)
