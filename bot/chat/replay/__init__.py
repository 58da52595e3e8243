"""Looking back at matches, and taking them away."""

from bot.chat.interaction import ChatPart
from bot.chat.messenger.faces import with_players
from bot.chat.replay import sharing
from bot.chat.replay.commands import HANDLERS, Replays
from bot.chat.replay.text import REFUSALS
from bot.services.posters import MatchPoster
from bot.services.replay import SharedMatch

PART = ChatPart(
    cogs=(Replays,),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={SharedMatch: sharing.face_of_shared, MatchPoster: sharing.face_of_poster},
    named={SharedMatch: with_players, MatchPoster: with_players},
)
