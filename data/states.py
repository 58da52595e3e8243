"""The words that are stored for what something is, and for what happened to it."""

from dataclasses import dataclass
from enum import StrEnum


class EntryKind(StrEnum):
    """What an entry of a match's log records; ``bot.services.matches`` says what each does."""

    MOVE = "move"
    LEAVE = "leave"
    TIMEOUT = "timeout"
    UNDO = "undo"
    DRAW = "draw"
    ABORT = "abort"
    DECIDE = "decide"
    ANNUL = "annul"
    PLACE = "place"
    PAUSE = "pause"
    RESUME = "resume"
    FORGIVE = "forgive"
    END = "end"


class ChallengeState(StrEnum):
    """How a challenge stands. ``void``: what it was about is no more, as on a ladder."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    VOID = "void"


class SeatChoice(StrEnum):
    """Where a challenger wants to sit. ``rotated``: everybody moves one seat up, as a rematch."""

    FIRST = "first"
    SECOND = "second"
    RANDOM = "random"
    ROTATED = "rotated"


class RequestKind(StrEnum):
    """What one player asks of the others."""

    UNDO = "undo"
    DRAW = "draw"
    PAUSE = "pause"
    FORGIVE = "forgive"


class RequestState(StrEnum):
    """How a request stands. One that is open ``lapses`` with the next thing that happens."""

    OPEN = "open"
    GRANTED = "granted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


class Orientation(StrEnum):
    """How a player wants to see boards: from the own side, or always from the first seat's."""

    OWN = "own"
    FIRST = "first"


class Ending(StrEnum):
    """How a match ended. ``rules``: by the game itself, which has a reason of its own.

    After ``aborted`` and ``annulled`` nobody has won, lost or drawn.
    """

    RULES = "rules"
    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"
    AGREED = "agreed"
    DECIDED = "decided"
    ABORTED = "aborted"
    ANNULLED = "annulled"


class UnratedReason(StrEnum):
    """Why a match moves no rating."""

    NO_RESULT = "no_result"
    ENGINE = "engine"
    FRIENDLY = "friendly"
    TOO_MANY = "too_many"
    TOO_SHORT = "too_short"
    REPEATED_TIMEOUT = "repeated_timeout"


class MessageKind(StrEnum):
    """What a row of the outbox has Discord show.

    ``board``: a turn's board. ``request`` and ``challenge``: the card of one, new or as it is now.
    ``clock``: what somebody has done
    about the time of a match. ``reminder``: that somebody is to move, until they have. ``digest``:
    all matches that wait for one person. ``ladder``: how a ladder stands.
    ``ladder_news``: what happened on one. ``live_list``: a leaderboard that
    stands in a channel. ``share``: the card of a match that is over. ``champion``: who has the role
    of the first. ``weekly``: a puzzle of the week. ``followed``: how a match ended, for one who
    follows somebody who played in it. ``looked_back``: on the last board of a match, that it was
    looked back at.
    """

    BOARD = "board"
    REQUEST = "request"
    CHALLENGE = "challenge"
    CLOCK = "clock"
    REMINDER = "reminder"
    DIGEST = "digest"
    LADDER = "ladder"
    LADDER_NEWS = "ladder_news"
    LIVE_LIST = "live_list"
    SHARE = "share"
    CHAMPION = "champion"
    WEEKLY = "weekly"
    FOLLOWED = "followed"
    LOOKED_BACK = "looked_back"


class ReminderWay(StrEnum):
    """How somebody wants to be reminded.

    ``thread``: where the match is played. ``direct``: by direct message. ``digest``: of everything
    at once, by one direct message a day.
    """

    OFF = "off"
    THREAD = "thread"
    DIRECT = "direct"
    DIGEST = "digest"


class ReminderKind(StrEnum):
    """What a reminder comes at.

    The first four: how much of the time is left. ``nudge``: an opponent asks, where there is no
    clock. ``notice``: the match will be called off. ``digest``: what is told in a match since the
    digest could not be.
    """

    HALF = "half"
    ONE_DAY = "one_day"
    THREE_HOURS = "three_hours"
    QUARTER = "quarter"
    NUDGE = "nudge"
    NOTICE = "notice"
    DIGEST = "digest"


class ReminderState(StrEnum):
    """How a reminder stands.

    ``dropped``: there was no need for it. ``waiting``: for the end of quiet hours. ``told``: it
    stands, or will in a moment. ``over``: something has happened in the match since.
    """

    DROPPED = "dropped"
    WAITING = "waiting"
    TOLD = "told"
    OVER = "over"


class TimerKind(StrEnum):
    """What is due when a timer runs out."""

    CHALLENGE_EXPIRY = "challenge_expiry"
    DEADLINE = "deadline"
    PAUSE_END = "pause_end"
    VACATION_END = "vacation_end"
    ENGINE_TURN = "engine_turn"
    REVIEW = "review"
    REMINDER = "reminder"
    DIGEST = "digest"
    IDLE = "idle"
    LADDER = "ladder"
    LIVE_LIST = "live_list"
    CHAMPION = "champion"
    WEEKLY = "weekly"


class ReviewState(StrEnum):
    """How the review of an ended match stands. ``failed``: no answer was to be had about a move."""

    WAITING = "waiting"
    WHOLE = "whole"
    FAILED = "failed"


class FallbackReason(StrEnum):
    """Why a match's boards are not in a thread of its own."""

    FORBIDDEN = "forbidden"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class ThreadFallback:
    """Why boards go to the channel instead of a thread; ``permission`` names what is missing."""

    reason: FallbackReason
    permission: str | None = None
