"""Preparing answers to what the opponents may play."""

from bot.chat.conditionals import commands
from bot.chat.conditionals.buttons import HANDLERS
from bot.chat.conditionals.text import REFUSALS
from bot.chat.interaction.part import ChatPart

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
    refusals=REFUSALS,
)
