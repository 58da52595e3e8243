"""Ladders as people see them."""

from bot.chat.interaction.part import ChatPart
from bot.chat.ladders import commands
from bot.chat.ladders.card import face_of_news, face_of_standings
from bot.chat.ladders.handlers import HANDLERS
from bot.chat.ladders.text import REFUSALS
from bot.services.ladders import LadderCard, LadderNews

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={LadderCard: face_of_standings, LadderNews: face_of_news},
)
