"""The words that are stored for what something is, and for what happened to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class MatchState(StrEnum):
    """How a match stands. ``over`` has an outcome by the rules, by leaving or by a manager."""

    RUNNING = "running"
    OVER = "over"
    DRAWN = "drawn"
    ABORTED = "aborted"
    ANNULLED = "annulled"


class EntryKind(StrEnum):
    """What an entry of a match's log records; ``bot/services/matches/match_log.py`` says what each does."""

    MOVE = "move"
    LEAVE = "leave"
    UNDO = "undo"
    DRAW = "draw"
    ABORT = "abort"
    DECIDE = "decide"
    ANNUL = "annul"
    PLACE = "place"


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


class DeliveryState(StrEnum):
    """How far an outbox row has come.

    ``posting`` means that a post was begun and its end is unknown; ``posted`` that the message's
    id is known and only the previous board is still to be retired.
    """

    DUE = "due"
    POSTING = "posting"
    POSTED = "posted"
    DONE = "done"


class DetourReason(StrEnum):
    """Why a match's boards are not in a thread of its own."""

    FORBIDDEN = "forbidden"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Detour:
    """Why boards go to the channel instead of a thread; ``permission`` names what is missing."""

    reason: DetourReason
    permission: str | None = None
