"""What managers do to matches."""

from bot.chat.interaction import ChatPart
from bot.chat.rulings.commands import HANDLERS, Rulings
from bot.chat.rulings.text import REFUSALS

PART = ChatPart(cogs=(Rulings,), handlers=HANDLERS, refusals=REFUSALS)
