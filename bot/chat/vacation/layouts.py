"""Somebody's vacation as a private message."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import VacationAction, VacationButton
from bot.chat.composer.played import all_matches
from bot.chat.messenger import layouts
from bot.chat.vacation import text as words
from bot.services.timekeeping import VacationView

OFFERED = (3, 7, 14)
"""Days."""


def panel(view: VacationView, said: str, *back: Button) -> ui.LayoutView:
    """What is said, what can be done next, and below it ways ``back``."""
    rows = [ui.ActionRow(*ways) for ways in (_ways(view), back) if ways]
    return layouts.layout(ui.TextDisplay(said), *rows, accent=discord.Colour.gold())


def back_again(view: VacationView) -> ui.LayoutView:
    """What somebody sees who has come back: the way to the matches that wait."""
    return layouts.layout(
        ui.TextDisplay(words.ended(view)),
        ui.ActionRow(all_matches()),
        accent=discord.Colour.gold(),
    )


def _ways(view: VacationView) -> list[Button]:
    if view.until is not None:
        return [button(words.END, VacationButton(VacationAction.END))]
    return [
        button(words.days(days), VacationButton(VacationAction.START, days))
        for days in OFFERED
        if days <= view.left
    ]
