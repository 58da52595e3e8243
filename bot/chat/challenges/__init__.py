"""Challenging people, and answering challenges."""

from bot.chat.challenges import commands, menus
from bot.chat.challenges.buttons import HANDLERS
from bot.chat.challenges.card import face_of
from bot.chat.challenges.text import REFUSALS
from bot.chat.interaction.part import ChatPart
from bot.services.challenges import Challenge

PART = ChatPart(
    commands=(
        commands,
        menus,
    ),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={Challenge: face_of},
)
