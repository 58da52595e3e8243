"""Suggesting moves."""

from bot.chat.hints.buttons import HANDLERS
from bot.chat.hints.text import REFUSALS
from bot.chat.interaction.part import ChatPart

PART = ChatPart(
    handlers=HANDLERS,
    refusals=REFUSALS,
)
