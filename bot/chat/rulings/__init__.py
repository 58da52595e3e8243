"""What managers do to matches."""

from bot.chat.interaction.part import ChatPart
from bot.chat.rulings import commands
from bot.chat.rulings.form import HANDLERS
from bot.chat.rulings.text import REFUSALS

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
    refusals=REFUSALS,
)
