"""What a practice board looks like."""

from __future__ import annotations

from functools import partial

import discord
from discord import ui

from bot.chat.common.components import Button, button, room_beside
from bot.chat.common.custom_ids import PracticeAction, PracticeButton
from bot.chat.common.text import HINT
from bot.chat.composer import text as composer_words
from bot.chat.composer.layouts import choices, other_choices
from bot.chat.composer.question import Question
from bot.chat.messenger import layouts
from bot.chat.practice import text as words
from bot.services.practice import PracticeBoard


def practice(
    board: PracticeBoard, question: Question | None, alt: str, *, remark: str | None = None
) -> ui.LayoutView:
    """The board, with what can come next to choose from; no question when the game is over."""
    above: list[layouts.Item] = [
        ui.TextDisplay("\n".join(filter(None, (remark, words.heading(board))))),
        layouts.picture(alt),
        ui.TextDisplay(words.state(board, question)),
    ]
    below: list[layouts.Item] = []
    ways = _ways(board, question)
    if ways:
        below.append(ui.ActionRow(*ways))
    is_start = not (board.practice.moves or board.practice.taken)
    if is_start and len(board.position.info.variants) > 1:
        below.append(ui.ActionRow(_variants(board)))
    if question is not None:
        make = partial(PracticeButton, board.stage)
        take, show = partial(make, PracticeAction.TAKE), partial(make, PracticeAction.PART)
        above += choices(question, take, show, room_beside([*above, *below]))
    return layouts.layout(*above, *below, accent=discord.Colour.teal())


def _ways(board: PracticeBoard, question: Question | None) -> list[Button]:
    """The buttons below the choices: to stop here, to go back, to begin anew, to type."""
    ways: list[Button] = []
    composition, kept = board.composition, board.practice
    if question is not None:
        show = partial(PracticeButton, board.stage, PracticeAction.PART)
        ways += other_choices(question, show)
    if composition is not None and composition.menu.complete is not None:
        label = composer_words.stop(composition.menu.complete.written)
        ways.append(
            button(
                label, PracticeButton(board.stage, PracticeAction.STOP), discord.ButtonStyle.success
            )
        )
    is_begun = composition is not None and composition.is_begun
    if kept.moves or is_begun:
        label = composer_words.BACK if is_begun else words.TAKE_BACK
        ways.append(button(label, PracticeButton(board.stage, PracticeAction.BACK)))
        ways.append(
            button(composer_words.START_OVER, PracticeButton(board.stage, PracticeAction.OVER))
        )
    if composition is not None:
        if not kept.taken:
            ways.append(button(HINT, PracticeButton(board.stage, PracticeAction.HINT)))
        ways.append(button(composer_words.TYPE, PracticeButton(board.stage, PracticeAction.TYPE)))
    return ways


def _variants(board: PracticeBoard) -> ui.Select[ui.LayoutView]:
    options = [
        discord.SelectOption(
            label=variant.name, value=str(number), default=variant == board.position.variant
        )
        for number, variant in enumerate(board.position.info.variants)
    ]
    custom_id = PracticeButton(board.stage, PracticeAction.VARIANT)
    return ui.Select(custom_id=str(custom_id), placeholder=words.VARIANTS, options=options)
