"""Profiles, as people see them."""

from bot.chat.interaction.part import ChatPart
from bot.chat.profiles import commands
from bot.chat.profiles.pages import HANDLERS

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
)
