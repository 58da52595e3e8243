"""Being reminded, and how one wants to be."""

from bot.chat.interaction import ChatPart
from bot.chat.reminders.panel import HANDLERS, face_of
from bot.chat.reminders.text import REFUSALS
from bot.services.reminders import ReminderCard

PART = ChatPart(handlers=HANDLERS, refusals=REFUSALS, faces={ReminderCard: face_of})
