"""What the reader can do next."""

from bot.chat.help import commands
from bot.chat.help.commands import HANDLERS
from bot.chat.interaction.part import ChatPart

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
)
