"""The words that are stored for what something is, and for what happened to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class MatchStatus(StrEnum):
    """How far a match is. ``over`` and ``drawn`` have a result; the others have none."""

    RUNNING = "running"
    OVER = "over"
    DRAWN = "drawn"
    ABORTED = "aborted"
    ANNULLED = "annulled"


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


class ChallengeState(StrEnum):
    """How a challenge stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


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
    """How a match came to its result. ``rules``: by the game itself."""

    RULES = "rules"
    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"
    AGREED = "agreed"
    DECIDED = "decided"


class MessageKind(StrEnum):
    """What a row of the outbox has Discord show.

    ``board``: a turn's board. ``request`` and ``challenge``: the card of one, new or as it is now.
    ``direct``: words for one person alone, in direct messages. ``clock``: what somebody has done
    about the time of a match.
    """

    BOARD = "board"
    REQUEST = "request"
    CHALLENGE = "challenge"
    DIRECT = "direct"
    CLOCK = "clock"


class TimerKind(StrEnum):
    """What is due when a timer runs out."""

    CHALLENGE_EXPIRY = "challenge_expiry"
    DEADLINE = "deadline"
    PAUSE_END = "pause_end"


class FallbackReason(StrEnum):
    """Why a match's boards are not in a thread of its own."""

    FORBIDDEN = "forbidden"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class ThreadFallback:
    """Why boards go to the channel instead of a thread; ``permission`` names what is missing."""

    reason: FallbackReason
    permission: str | None = None
