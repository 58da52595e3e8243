"""Profiles, as people see them."""

from bot.chat.interaction import ChatPart
from bot.chat.profiles.pages import HANDLERS, Profiles, profile_menu, versus_menu

PART = ChatPart(cogs=(Profiles,), menus=(profile_menu, versus_menu), handlers=HANDLERS)
