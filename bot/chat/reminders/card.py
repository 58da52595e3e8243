"""A reminder as it is posted: in a match's thread, or as a direct message."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import ReminderAction, ReminderButton
from bot.chat.common.move_buttons import move_button
from bot.chat.common.text import board_link
from bot.chat.messenger import layouts
from bot.chat.messenger.faces import Face
from bot.chat.reminders import text as words
from bot.services.reminders import ReminderCard


def face_of(card: ReminderCard) -> Face:
    """What the reminder looks like; it mentions the player, but for direct messages."""
    mark = ReminderButton(card.id, ReminderAction.SETTINGS)
    ways: list[Button] = [move_button(card.match)]
    link = board_link(card.match.match) if card.direct else None
    if link is not None:
        ways.append(ui.Button(label=words.GO, url=link))
    ways.append(button(words.SETTINGS, mark))
    if card.reminder.offers_direct and not card.direct:
        ways.append(button(words.DIRECT, ReminderButton(card.id, ReminderAction.DIRECT)))
    layout = layouts.layout(
        ui.TextDisplay(words.reminder(card)), ui.ActionRow(*ways), accent=discord.Colour.gold()
    )
    return Face(layout, card.called, str(mark))
