"""What the board of prepared answers looks like."""

from __future__ import annotations

from functools import partial

import discord
from discord import ui

from bot.chat.common.components import OPTION_LABEL, button
from bot.chat.common.conditional_ids import ConditionalButton
from bot.chat.common.custom_ids import BoardAction
from bot.chat.composer.boards import picture_between, ways, with_choices
from bot.chat.composer.question import Question
from bot.chat.conditionals import text as words
from bot.chat.messenger import layouts
from bot.services.conditionals import Conditionals


def conditionals(
    now: Conditionals, remark: str | None, question: Question | None, alt: str
) -> ui.LayoutView:
    """The board after the line so far, what can come next, and the lines that are kept."""
    make = partial(ConditionalButton, now.match.id, now.stage)
    buttons = [*ways(now.composition, question, make, words.TAKE_BACK if now.draft else None)]
    if now.can_be_kept:
        keep = button(words.KEEP, make(BoardAction.KEEP), discord.ButtonStyle.success)
        buttons.insert(0, keep)
    below: list[layouts.Item] = [ui.ActionRow(*buttons)] if buttons else []
    if now.lines:
        below.append(ui.ActionRow(_forgetting(now)))
    head = (remark, words.heading(now), words.kept(now))
    above = picture_between(head, alt, words.state(now, question))
    return with_choices(above, question, make, below, discord.Colour.purple())


def _forgetting(now: Conditionals) -> ui.Select[ui.LayoutView]:
    options = [
        discord.SelectOption(label=words.written(now, line)[:OPTION_LABEL], value=str(number))
        for number, line in enumerate(now.lines)
    ]
    custom_id = ConditionalButton(now.match.id, now.stage, BoardAction.DROP)
    return ui.Select(custom_id=str(custom_id), placeholder=words.FORGET, options=options)
