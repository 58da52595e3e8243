"""A reminder as it is posted: in a match's thread, or as a direct message."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.chat.common.custom_id import CustomId
from bot.chat.common.move_buttons import move_button
from bot.chat.common.page import Accent, Button, Link, Page, Row
from bot.chat.common.text import board_link
from bot.chat.messenger.faces import Face
from bot.chat.reminders import text as words
from bot.services.reminders import ReminderCard
from data.ids import ReminderId


class ReminderAction(StrEnum):
    """What a button on a reminder does besides leading to the move."""

    SETTINGS = "settings"
    DIRECT = "direct"


@dataclass(frozen=True, slots=True)
class ReminderButton(CustomId):
    """A button on a reminder."""

    PREFIX: ClassVar[str] = "rm"
    reminder_id: ReminderId
    action: ReminderAction


def face_of(card: ReminderCard) -> Face:
    """What the reminder looks like; it mentions the player, but for direct messages."""
    mark = ReminderButton(card.id, ReminderAction.SETTINGS)
    link = board_link(card.match.match) if card.direct else None
    direct = Button(words.DIRECT, ReminderButton(card.id, ReminderAction.DIRECT))
    ways = Row(
        move_button(card.match),
        Link(words.GO, link) if link is not None else None,
        Button(words.SETTINGS, mark),
        direct if card.reminder.offers_direct and not card.direct else None,
    )
    page = Page(words.reminder(card), ways, accent=Accent.GOLD)
    return Face(page, card.called, str(mark))
