"""What the board of prepared answers looks like."""

from __future__ import annotations

from functools import partial

import discord
from discord import ui

from bot.chat.common.components import OPTION_LABEL, Button, button, room_beside
from bot.chat.common.conditional_ids import ConditionalAction, ConditionalButton
from bot.chat.composer import text as composer_words
from bot.chat.composer.layouts import choices, other_choices
from bot.chat.composer.question import Question
from bot.chat.conditionals import text as words
from bot.chat.messenger import layouts
from bot.services.conditionals import Conditionals


def conditionals(
    now: Conditionals, question: Question | None, alt: str, *, remark: str | None = None
) -> ui.LayoutView:
    """The board after the line so far, what can come next, and the lines that are kept."""
    make = partial(ConditionalButton, now.match.id, now.stage)
    head = "\n".join(filter(None, (remark, words.heading(now), words.kept(now))))
    above: list[layouts.Item] = [
        ui.TextDisplay(head),
        layouts.picture(alt),
        ui.TextDisplay(words.state(now, question)),
    ]
    below: list[layouts.Item] = []
    if ways := _ways(now, question):
        below.append(ui.ActionRow(*ways))
    if now.lines:
        below.append(ui.ActionRow(_forgetting(now)))
    if question is not None:
        take, show = partial(make, ConditionalAction.TAKE), partial(make, ConditionalAction.PART)
        above += choices(question, take, show, room_beside([*above, *below]))
    return layouts.layout(*above, *below, accent=discord.Colour.purple())


def _ways(now: Conditionals, question: Question | None) -> list[Button]:
    make = partial(ConditionalButton, now.match.id, now.stage)
    ways: list[Button] = []
    if question is not None:
        ways += other_choices(question, partial(make, ConditionalAction.PART))
    if now.can_be_kept:
        success = discord.ButtonStyle.success
        ways.append(button(words.KEEP, make(ConditionalAction.KEEP), success))
    composition = now.composition
    if composition is not None and composition.menu.complete is not None:
        label = composer_words.stop(composition.menu.complete.written)
        ways.append(button(label, make(ConditionalAction.STOP), discord.ButtonStyle.success))
    is_begun = composition is not None and composition.is_begun
    if now.draft or is_begun:
        label = composer_words.BACK if is_begun else words.TAKE_BACK
        ways.append(button(label, make(ConditionalAction.BACK)))
    return ways


def _forgetting(now: Conditionals) -> ui.Select[ui.LayoutView]:
    options = [
        discord.SelectOption(label=words.written(now, line)[:OPTION_LABEL], value=str(number))
        for number, line in enumerate(now.lines)
    ]
    custom_id = ConditionalButton(now.match.id, now.stage, ConditionalAction.DROP)
    return ui.Select(custom_id=str(custom_id), placeholder=words.FORGET, options=options)
