"""What is stored about somebody: a file of it, and its deletion."""

from bot.chat.interaction.part import ChatPart
from bot.chat.privacy import commands
from bot.chat.privacy.buttons import HANDLERS

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
)
