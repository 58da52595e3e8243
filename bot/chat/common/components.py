"""The choices of a step as buttons, or as lists where there are many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import discord
from discord import ui

from bot.chat.common import choice_text as words
from bot.chat.common.custom_id import CustomId
from rules.game import Step

Button = ui.Button[ui.LayoutView]
Row = ui.ActionRow[ui.LayoutView]


@dataclass(frozen=True, slots=True)
class Identify:
    """The ids of what there is to choose, each for a number.

    ``take`` is for a button with the choice's number, ``pick`` for a list whose first choice has
    that number and whose values are the numbers, ``page`` for a way to other choices.
    """

    take: Callable[[int], CustomId]
    pick: Callable[[int], CustomId]
    page: Callable[[int], CustomId]


IN_ROW = 5
AS_BUTTONS = 2 * IN_ROW
IN_LIST = 25
LISTS = 3
IN_MENU = LISTS * IN_LIST
"""How many choices are shown at once; the others are on further pages."""

BUTTON_LABEL, OPTION_LABEL, PLACEHOLDER = 80, 100, 150


def choices(steps: tuple[Step, ...], page: int, identify: Identify) -> Iterator[Row]:
    """Rows to choose one of ``steps`` with, at most five; those of one page if they are many."""
    if len(steps) <= AS_BUTTONS:
        yield from _buttons(steps, identify)
        return
    last = (len(steps) - 1) // IN_MENU
    shown = min(page, last)
    yield from _lists(steps, shown * IN_MENU, identify)
    if last:
        yield ui.ActionRow(*_pages(shown, last, identify))


def button(
    label: str, custom_id: CustomId, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Button:
    """A button with a label that fits."""
    return ui.Button(label=label[:BUTTON_LABEL], custom_id=str(custom_id), style=style)


def _buttons(steps: tuple[Step, ...], identify: Identify) -> Iterator[Row]:
    made = [
        button(words.option(number, step), identify.take(number), discord.ButtonStyle.primary)
        for number, step in enumerate(steps)
    ]
    rows = -(-len(made) // IN_ROW)
    in_row = -(-len(made) // rows) if rows else IN_ROW  # rows of like length, for narrow screens
    for first in range(0, len(made), in_row):
        yield ui.ActionRow(*made[first : first + in_row])


def _lists(steps: tuple[Step, ...], start: int, identify: Identify) -> Iterator[Row]:
    for first in range(start, min(start + IN_MENU, len(steps)), IN_LIST):
        part = steps[first : first + IN_LIST]
        options = [
            discord.SelectOption(label=words.option(number, step)[:OPTION_LABEL], value=str(number))
            for number, step in enumerate(part, first)
        ]
        menu: ui.Select[ui.LayoutView] = ui.Select(
            custom_id=str(identify.pick(first)),
            placeholder=words.span(first, part)[:PLACEHOLDER],
            options=options,
        )
        yield ui.ActionRow(menu)


def _pages(shown: int, last: int, identify: Identify) -> Iterator[Button]:
    if shown > 0:
        yield button(words.EARLIER, identify.page(shown - 1))
    if shown < last:
        yield button(words.LATER, identify.page(shown + 1))
