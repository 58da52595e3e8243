"""A move put together by choosing or typing, privately."""

from bot.chat.composer.buttons import HANDLERS
from bot.chat.composer.text import REFUSALS
from bot.chat.interaction import ChatPart

PART = ChatPart(handlers=HANDLERS, refusals=REFUSALS)
