"""What players ask of each other in a match."""

from bot.chat.interaction import ChatPart
from bot.chat.requests.buttons import HANDLERS, MatchActions
from bot.chat.requests.layouts import face_of
from bot.chat.requests.text import REFUSALS
from bot.services.requests import MatchRequest

PART = ChatPart(
    cogs=(MatchActions,), handlers=HANDLERS, refusals=REFUSALS, faces={MatchRequest: face_of}
)
