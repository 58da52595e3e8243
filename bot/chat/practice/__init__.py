"""A board on which one plays both sides."""

from bot.chat.interaction.part import ChatPart
from bot.chat.practice.buttons import HANDLERS
from bot.chat.practice.text import REFUSALS

PART = ChatPart(
    handlers=HANDLERS,
    refusals=REFUSALS,
)
