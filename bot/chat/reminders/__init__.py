"""Being reminded, and how one wants to be."""

from bot.chat.interaction.part import ChatPart
from bot.chat.reminders.buttons import HANDLERS
from bot.chat.reminders.card import face_of
from bot.chat.reminders.text import REFUSALS
from bot.services.reminders import ReminderCard

PART = ChatPart(
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={ReminderCard: face_of},
)
