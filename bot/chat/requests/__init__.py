"""What players ask of each other in a match."""

from bot.chat.interaction.part import ChatPart
from bot.chat.requests import commands
from bot.chat.requests.buttons import HANDLERS
from bot.chat.requests.layouts import face_of
from bot.chat.requests.text import REFUSALS
from bot.services.requests import MatchRequest

PART = ChatPart(
    commands=(commands,),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={MatchRequest: face_of},
)
