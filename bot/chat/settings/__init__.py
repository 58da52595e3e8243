"""How people and servers want things to be."""

from bot.chat.interaction import ChatPart
from bot.chat.settings.commands import HANDLERS, Blocking, ServerSettings, Settings
from bot.chat.settings.text import REFUSALS

PART = ChatPart(cogs=(Settings, ServerSettings, Blocking), handlers=HANDLERS, refusals=REFUSALS)
