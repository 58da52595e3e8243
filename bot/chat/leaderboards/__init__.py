"""Leaderboards, as people see them."""

from bot.chat.interaction.part import ChatPart
from bot.chat.leaderboards import commands
from bot.chat.leaderboards.card import face_of, with_names
from bot.chat.leaderboards.pages import HANDLERS
from bot.chat.leaderboards.text import REFUSALS
from bot.services.leaderboards import LiveLeaderboard

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={LiveLeaderboard: face_of},
    named={LiveLeaderboard: with_names},
)
