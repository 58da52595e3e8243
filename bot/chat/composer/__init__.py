"""A move put together by choosing or typing, privately."""

from bot.chat.composer.handlers import HANDLERS
from bot.chat.composer.text import REFUSALS
from bot.chat.interaction.part import ChatPart

PART = ChatPart(
    handlers=HANDLERS,
    refusals=REFUSALS,
)
