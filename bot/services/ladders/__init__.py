"""Ladders: places that are won by challenges, their rules, and how they are stored and played."""

from bot.services.ladders.due import Vacations, due_entries, last_fall, next_due
from bot.services.ladders.entries import (
    Accepted,
    Annulled,
    Away,
    Challenged,
    Closed,
    Corrected,
    Declined,
    Dropped,
    Ended,
    Entry,
    Expired,
    Frozen,
    Joined,
    Left,
    Moved,
    Noticed,
    Removed,
    Reopened,
    Thawed,
    Voided,
    Withdrawn,
)
from bot.services.ladders.errors import (
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
from bot.services.ladders.following import Following, ladder_end
from bot.services.ladders.management import LadderManagement
from bot.services.ladders.models import (
    AnswerRefusal,
    Event,
    JoinRefusal,
    LadderCard,
    LadderNews,
    LadderState,
    LadderView,
    Line,
    Moves,
    PairRecord,
    Review,
    answer_refusal,
    join_refusal,
)
from bot.services.ladders.places import (
    DROP_EVERY,
    NOTICE_AFTER,
    TO_ANSWER,
    Arrival,
    Challenge,
    Pair,
    RestReason,
    Span,
    Standings,
    pair,
)
from bot.services.ladders.service import EVENTS, LadderService
from bot.services.ladders.shown import card_of, effect_of, event_of
from bot.services.ladders.snapshots import (
    COLUMNS,
    KINDS,
    STEPS,
    from_plain,
    from_row,
    to_plain,
    to_row,
)
from bot.services.ladders.steps import (
    Movement,
    apply,
    history,
    is_ruling,
    lapsed,
    standings,
)
from bot.services.ladders.storage import Ladder
from bot.services.ladders.store import LadderStore
from bot.services.ladders.targeting import (
    Refusal,
    Target,
    WhyNot,
    challenge_refusal,
    reach,
    targets,
)
