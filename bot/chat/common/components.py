"""The parts that messages are made of."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import ui

from bot.chat.common.custom_id import CustomId

Button = ui.Button[ui.LayoutView]
Row = ui.ActionRow[ui.LayoutView]

BUTTON_LABEL, OPTION_LABEL, FORM_TITLE = 80, 100, 45
IN_LIST = 25
ROOM = 40
"""So many components may a message have, the nested ones counted."""


def button(
    label: str, custom_id: CustomId, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Button:
    """A button with a label that fits."""
    return ui.Button(label=label[:BUTTON_LABEL], custom_id=str(custom_id), style=style)


def room_beside(items: Iterable[ui.Item[ui.LayoutView]]) -> int:
    """How many components a framed message has room for besides ``items``."""
    frame = 1
    return ROOM - frame - sum(1 + len(getattr(item, "children", ())) for item in items)
