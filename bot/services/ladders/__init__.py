"""Ladders: places that are won by challenges, their rules, and how they are stored and played."""

from bot.services.ladders.entries import (
    Absent,
    Annulled,
    Away,
    Closed,
    Corrected,
    Declined,
    Dropped,
    Ended,
    Expelled,
    Expired,
    Forfeited,
    Frozen,
    Joined,
    LadderEntry,
    Lapsed,
    Left,
    Noticed,
    Refused,
    Reopened,
    Retracted,
    Shifted,
    Thawed,
    Unfrozen,
    Withdrawn,
)
from bot.services.ladders.errors import (
    AlreadyOnLadder,
    ByInvitation,
    CannotChallenge,
    LadderClosed,
    LadderExists,
    LadderFrozen,
    LadderFull,
    LadderNeedsClock,
    LadderNotFrozen,
    NoLadderHere,
    NotForTwo,
    NotOnLadder,
    OwnPlace,
    UnknownLadder,
)
from bot.services.ladders.following import Following, lost_standings
from bot.services.ladders.management import LadderManagement
from bot.services.ladders.models import (
    Event,
    Ladder,
    LadderCard,
    LadderLine,
    LadderNews,
    LadderState,
    LadderView,
    Movement,
    PairRecord,
    Review,
)
from bot.services.ladders.places import DROP_EVERY, NOTICE_AFTER, RestReason
from bot.services.ladders.service import EVENTS, LadderService
from bot.services.ladders.storage import effect_of
from bot.services.ladders.store import LadderStore
from bot.services.ladders.targeting import ChallengeRefusal, Target, WhyNot, reach
