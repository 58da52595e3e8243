"""Puzzles, as people see them."""

from bot.chat.interaction import ChatPart
from bot.chat.puzzles.buttons import HANDLERS, Puzzles
from bot.chat.puzzles.layouts import face_of
from bot.chat.puzzles.text import REFUSALS
from bot.services.puzzles import WeeklyCard

PART = ChatPart(cogs=(Puzzles,), handlers=HANDLERS, refusals=REFUSALS, faces={WeeklyCard: face_of})
