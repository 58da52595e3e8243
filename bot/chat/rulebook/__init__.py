"""The rules, page by page."""

from bot.chat.interaction.part import ChatPart
from bot.chat.rulebook import commands
from bot.chat.rulebook.pages import HANDLERS
from bot.chat.rulebook.text import REFUSALS

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
    refusals=REFUSALS,
)
