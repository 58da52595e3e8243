"""Ladders: places that are won by challenges, their rules, and how they are stored and played."""

from bot.features.ladders.entries import (
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
from bot.features.ladders.errors import (
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
from bot.features.ladders.following import Following, lost_standings
from bot.features.ladders.management import LadderManagement
from bot.features.ladders.places import DROP_EVERY, NOTICE_AFTER, RestReason
from bot.features.ladders.service import EVENTS, LadderService
from bot.features.ladders.storage import effect_of
from bot.features.ladders.store import FirstChanged, LadderStore
from bot.features.ladders.targeting import ChallengeRefusal, Target, WhyNot, reach
from bot.features.ladders.values import (
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
