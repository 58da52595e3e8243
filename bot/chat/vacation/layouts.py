"""Somebody's vacation as a private message."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.common.components import button
from bot.chat.common.custom_ids import VacationAction, VacationButton
from bot.chat.messenger import layouts
from bot.chat.vacation import text as words
from bot.services.timekeeping import VacationView

OFFERED = (3, 7, 14)
"""Days."""


def panel(view: VacationView, said: str) -> ui.LayoutView:
    """What is said, and what can be done next."""
    return layouts.layout(ui.TextDisplay(said), *_ways(view), accent=discord.Colour.gold())


def _ways(view: VacationView) -> list[ui.ActionRow[ui.LayoutView]]:
    if view.until is not None:
        return [ui.ActionRow(button(words.END, VacationButton(VacationAction.END)))]
    offered = [
        button(words.days(days), VacationButton(VacationAction.START, days))
        for days in OFFERED
        if days <= view.left
    ]
    return [ui.ActionRow(*offered)] if offered else []
