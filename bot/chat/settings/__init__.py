"""How people and servers want things to be."""

from bot.chat.interaction.part import ChatPart
from bot.chat.settings import commands
from bot.chat.settings.handlers import HANDLERS
from bot.chat.settings.text import REFUSALS

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
    refusals=REFUSALS,
)
