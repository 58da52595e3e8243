"""Looking back at matches, and taking them away."""

from bot.chat.interaction.part import ChatPart
from bot.chat.replay import commands, sharing
from bot.chat.replay.buttons import HANDLERS
from bot.chat.replay.text import REFUSALS
from bot.services.replay import SharedMatch

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={SharedMatch: sharing.face_of},
    named={SharedMatch: sharing.with_names},
)
