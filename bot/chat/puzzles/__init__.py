"""Puzzles, as people see them."""

from bot.chat.interaction.part import ChatPart
from bot.chat.puzzles import commands
from bot.chat.puzzles.buttons import HANDLERS
from bot.chat.puzzles.card import face_of
from bot.chat.puzzles.text import REFUSALS
from bot.services.puzzles import WeeklyCard

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={WeeklyCard: face_of},
)
