"""Looking back at matches, and taking them away."""

from bot.chat.interaction import ChatPart
from bot.chat.replay import poster, sharing
from bot.chat.replay.commands import HANDLERS, Replays
from bot.chat.replay.text import REFUSALS
from bot.services.posters import MatchPoster
from bot.services.replay import SharedMatch

PART = ChatPart(
    cogs=(Replays,),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={SharedMatch: sharing.face_of, MatchPoster: poster.face_of},
    named={SharedMatch: sharing.with_names, MatchPoster: poster.with_names},
)
