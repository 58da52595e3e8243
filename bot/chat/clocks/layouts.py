"""The clocks of a match as a private message."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.clocks import text as words
from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import ClockAction, ClockButton
from bot.chat.messenger import layouts
from bot.services.timekeeping import ClockView

ON_PAGE = 10


def panel(view: ClockView, page: int) -> ui.LayoutView:
    """What every seat has, and a page of the changes, the newest first."""
    last = max(len(view.ledger) - 1, 0) // ON_PAGE
    shown = min(page, last)
    changes = view.ledger[::-1][shown * ON_PAGE : (shown + 1) * ON_PAGE]
    banks = "\n".join(words.bank(view, seat) for seat in sorted(view.seats))
    lines = "\n".join(f"-# {words.line(view, seat, change)}" for seat, change in changes)
    items: list[layouts.Item] = [
        ui.TextDisplay(f"{words.heading(view)}\n{banks}"),
        ui.TextDisplay(f"{words.LEDGER}\n{lines}"),
    ]
    if last:
        items.append(ui.ActionRow(*_pages(view, shown, last)))
    return layouts.layout(*items, accent=discord.Colour.gold())


def _pages(view: ClockView, shown: int, last: int) -> list[Button]:
    pages = []
    if shown > 0:
        pages.append((words.NEWER, shown - 1))
    if shown < last:
        pages.append((words.OLDER, shown + 1))
    return [
        button(label, ClockButton(view.match.id, ClockAction.PAGE, page)) for label, page in pages
    ]
