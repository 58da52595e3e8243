"""Playing on ladders: their histories as they are stored, and what people do there."""

from __future__ import annotations

from bot.services.climbing.errors import (
    AlreadyOnLadder,
    ByInvitation,
    CannotChallenge,
    LadderClosed,
    LadderExists,
    LadderFrozen,
    LadderNeedsClock,
    LadderNotFrozen,
    NoLadderHere,
    NotForTwo,
    NotOnLadder,
    SeveralLadders,
    UnknownLadder,
)
from bot.services.climbing.following import Following
from bot.services.climbing.management import LadderManagement
from bot.services.climbing.models import (
    Event,
    LadderCard,
    LadderNews,
    LadderState,
    LadderView,
    Line,
    Moves,
    PairRecord,
    Review,
)
from bot.services.climbing.service import EVENTS, ClimbingService
from bot.services.climbing.shown import card_of, effect_of, event_of
from bot.services.climbing.store import LadderStore
from data.ladders import Ladder

__all__ = [
    "EVENTS",
    "AlreadyOnLadder",
    "ByInvitation",
    "CannotChallenge",
    "ClimbingService",
    "Event",
    "Following",
    "Ladder",
    "LadderCard",
    "LadderClosed",
    "LadderExists",
    "LadderFrozen",
    "LadderManagement",
    "LadderNeedsClock",
    "LadderNews",
    "LadderNotFrozen",
    "LadderState",
    "LadderStore",
    "LadderView",
    "Line",
    "Moves",
    "NoLadderHere",
    "NotForTwo",
    "NotOnLadder",
    "PairRecord",
    "Review",
    "SeveralLadders",
    "UnknownLadder",
    "card_of",
    "effect_of",
    "event_of",
]
