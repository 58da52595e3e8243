"""Challenging people, and answering challenges."""

from bot.chat.challenges.card import face_of
from bot.chat.challenges.commands import HANDLERS, Challenges, board_menu, challenge_menu
from bot.chat.challenges.text import REFUSALS
from bot.chat.interaction import ChatPart
from bot.services.challenges import Challenge

PART = ChatPart(
    cogs=(Challenges,),
    menus=(challenge_menu, board_menu),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={Challenge: face_of},
)
