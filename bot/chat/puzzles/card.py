"""A puzzle of the week in its channel."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.common.components import button
from bot.chat.common.puzzle_ids import WeeklyButton
from bot.chat.messenger import layouts
from bot.chat.messenger.faces import Face
from bot.chat.puzzles import text as words
from bot.services.puzzles import WeeklyCard
from renderer import alt_text


def face_of(card: WeeklyCard) -> Face:
    """What the puzzle looks like; it mentions nobody."""
    mark = WeeklyButton(card.post.id)
    items: list[layouts.Item] = [
        ui.TextDisplay(words.weekly_heading(card)),
        layouts.picture(alt_text(card.picture, None)),
        ui.TextDisplay(words.weekly_state(card)),
    ]
    if card.earlier is not None and not card.post.closed:
        items.append(ui.TextDisplay(words.weekly_earlier(card.earlier, card.earlier_solvers)))
    label = words.TRY_IT if card.post.closed else words.SOLVE
    style = discord.ButtonStyle.secondary if card.post.closed else discord.ButtonStyle.primary
    items.append(ui.ActionRow(button(label, mark, style)))
    layout = layouts.layout(*items, accent=discord.Colour.teal())
    return Face(layout, (), str(mark))
