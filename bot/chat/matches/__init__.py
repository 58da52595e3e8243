"""Moving, looking at boards, finding one's matches."""

from __future__ import annotations

from bot.chat.interaction.part import ChatPart
from bot.chat.matches import commands, list_commands
from bot.chat.matches.digest import face_of
from bot.chat.matches.handlers import HANDLERS
from bot.chat.matches.refusals import REFUSALS
from bot.services.reminders import Digest

PART = ChatPart(
    commands=(
        commands,
        list_commands,
    ),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={Digest: face_of},
)
