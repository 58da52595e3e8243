"""Going on vacation and coming back."""

from bot.chat.interaction.part import ChatPart
from bot.chat.vacation import commands
from bot.chat.vacation.buttons import HANDLERS

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
)
