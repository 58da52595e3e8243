"""Leaderboards, as people see them."""

from bot.chat.interaction import ChatPart
from bot.chat.leaderboards.pages import HANDLERS, Leaderboards, face_of, with_names
from bot.chat.leaderboards.text import REFUSALS
from bot.services.leaderboards import LiveLeaderboard

PART = ChatPart(
    cogs=(Leaderboards,),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={LiveLeaderboard: face_of},
    named={LiveLeaderboard: with_names},
)
