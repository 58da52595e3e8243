"""The clocks of a match: what is left, and how it came to that."""

from bot.chat.clocks.panel import HANDLERS, face_of
from bot.chat.clocks.text import REFUSALS
from bot.chat.interaction import ChatPart
from bot.services.timekeeping import ClockNews

PART = ChatPart(handlers=HANDLERS, refusals=REFUSALS, faces={ClockNews: face_of})
