"""Playing against the bot itself."""

from bot.chat.interaction.part import ChatPart
from bot.chat.opponents import commands

PART = ChatPart(
    commands=(commands,),
)
