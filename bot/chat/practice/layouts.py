"""What a practice board looks like."""

from __future__ import annotations

from functools import partial

import discord
from discord import ui

from bot.chat.common.components import Button, Identify, button, choices
from bot.chat.common.custom_ids import PracticeAction, PracticeButton
from bot.chat.composer import text as composer_words
from bot.chat.messenger import layouts
from bot.chat.practice import text as words
from bot.services.practice import PracticeBoard


def practice(
    board: PracticeBoard, alt: str, *, page: int = 0, remark: str | None = None
) -> ui.LayoutView:
    """The board, with what can come next to choose from."""
    items: list[layouts.Item] = [] if remark is None else [ui.TextDisplay(remark)]
    items += [
        ui.TextDisplay(words.heading(board)),
        layouts.picture(alt),
        ui.TextDisplay(words.state(board)),
    ]
    if board.composition is not None:
        items += choices(
            board.composition.menu.options,
            page,
            Identify(
                take=partial(PracticeButton, board.stage, PracticeAction.TAKE),
                pick=partial(PracticeButton, board.stage, PracticeAction.PICK),
                page=partial(PracticeButton, board.stage, PracticeAction.PAGE),
            ),
        )
    ways = _ways(board)
    if ways:
        items.append(ui.ActionRow(*ways))
    is_start = not (board.practice.moves or board.practice.taken)
    if is_start and len(board.position.info.variants) > 1:
        items.append(ui.ActionRow(_variants(board)))
    return layouts.layout(*items, accent=discord.Colour.teal())


def _ways(board: PracticeBoard) -> list[Button]:
    """The buttons below the choices: to stop here, to go back, to begin anew, to type."""
    ways = []
    composition, kept = board.composition, board.practice
    if composition is not None and composition.menu.complete is not None:
        label = composer_words.stop(str(composition.menu.complete))
        ways.append(
            button(
                label, PracticeButton(board.stage, PracticeAction.STOP), discord.ButtonStyle.success
            )
        )
    if kept.moves or kept.taken:
        label = composer_words.BACK if kept.taken else words.TAKE_BACK
        ways.append(button(label, PracticeButton(board.stage, PracticeAction.BACK)))
        ways.append(
            button(composer_words.START_OVER, PracticeButton(board.stage, PracticeAction.OVER))
        )
    if composition is not None:
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
