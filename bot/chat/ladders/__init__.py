"""Ladders as people see them."""

from bot.chat.interaction import ChatPart
from bot.chat.ladders.commands import Ladders
from bot.chat.ladders.layouts import face_of_news, face_of_standings, with_names
from bot.chat.ladders.showing import HANDLERS
from bot.chat.ladders.text import REFUSALS
from bot.services.ladders import LadderCard, LadderNews

PART = ChatPart(
    cogs=(Ladders,),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={LadderCard: face_of_standings, LadderNews: face_of_news},
    named={LadderCard: with_names},
)
