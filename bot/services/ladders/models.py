"""The values that ladders hand out, and why somebody may not join or answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import Any, TypeAlias

from bot.services.ladders.entries import Entry
from bot.services.ladders.places import Challenge, Standings
from bot.services.ladders.storage import Ladder
from bot.services.ladders.targeting import Target
from data.ids import ChallengeId, MatchId, PlayerId

Mark: TypeAlias = tuple[int, str]
"""The number and the key of the latest entry of a history; no other history has both."""


@dataclass(frozen=True, slots=True)
class LadderState:
    """A ladder, how it stands, and up to which entry of its history."""

    ladder: Ladder
    standings: Standings
    last: Mark

    @property
    def is_frozen(self) -> bool:
        """Whether it stands still."""
        return self.standings.frozen_since is not None


@dataclass(frozen=True, slots=True)
class Line:
    """A place: who holds it, since when, over how many places up or down they came.

    ``plays`` are those with whom a match about a place runs, ``asked_by`` those who wait for an
    answer.
    """

    place: int
    player_id: PlayerId
    since: datetime
    up: int
    plays: tuple[PlayerId, ...] = ()
    asked_by: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class LadderCard:
    """The top of a ladder as everybody sees it; ``people`` is how many are on it."""

    ladder: Ladder
    lines: tuple[Line, ...]
    people: int
    frozen_since: datetime | None
    closed_at: datetime | None

    @property
    def digest(self) -> str:
        """Differs when what it shows differs."""
        shown = (self.lines, self.people, self.frozen_since, self.closed_at)
        return sha256(repr(shown).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class LadderView:
    """A page of a ladder for one reader, with what they may do.

    ``place`` is the reader's, None off the ladder. ``targets`` are all places, as the reader may
    ask for them; none where that was not asked.
    """

    state: LadderState
    reader_id: PlayerId
    lines: tuple[Line, ...]
    page: int
    pages: int
    place: int | None
    targets: tuple[Target, ...]
    now: datetime


@dataclass(frozen=True, slots=True)
class Moves:
    """From which place to which, counted from 1; None is off the ladder."""

    before: int | None
    after: int | None

    @property
    def changed(self) -> bool:
        """Whether it is another place."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Event:
    """An entry of a ladder's history as it was applied.

    ``player_id`` is whom it is about, or the challenger; ``opponent_id`` who held the place that
    was asked for.
    """

    number: int
    entry: Entry
    player_id: PlayerId | None
    opponent_id: PlayerId | None
    player: Moves
    opponent: Moves


@dataclass(frozen=True, slots=True)
class LadderNews:
    """Something that people hear of besides the standings."""

    ladder: Ladder
    event: Event

    @property
    def id(self) -> int:
        """The number of the entry."""
        return self.event.number


@dataclass(frozen=True, slots=True)
class PairRecord:
    """What two people have played on a ladder: how often each won, and what is unusual."""

    players: tuple[PlayerId, PlayerId]
    wins: tuple[int, int]
    draws: int
    short: tuple[MatchId, ...]

    @property
    def matches(self) -> int:
        """How many they have played."""
        return sum(self.wins) + self.draws


@dataclass(frozen=True, slots=True)
class Review:
    """What a manager may want to look at. ``timeouts`` are people, and how often they did."""

    one_sided: tuple[PairRecord, ...]
    short: tuple[PairRecord, ...]
    timeouts: tuple[tuple[PlayerId, int], ...]


@dataclass(frozen=True, slots=True)
class Subjects:
    """Whom an entry is about: one, or the challenger and who held the place."""

    player_id: PlayerId | None = None
    opponent_id: PlayerId | None = None
    challenge_id: ChallengeId | None = None

    @classmethod
    def of(cls, challenge: Challenge) -> Subjects:
        """The two of a challenge."""
        return cls(challenge.challenger_id, challenge.opponent_id, challenge.id)

    def row(self, before: Standings, after: Standings) -> dict[str, Any]:
        """The columns that tell who they are and from where to where they came."""
        row: dict[str, Any] = {}
        for name, who in (("player", self.player_id), ("opponent", self.opponent_id)):
            row[f"{name}_id"] = who
            row[f"{name}_before"] = None if who is None else before.place_of(who)
            row[f"{name}_after"] = None if who is None else after.place_of(who)
        return row


class JoinRefusal(StrEnum):
    """Why somebody may not join."""

    CLOSED = "closed"
    ALREADY_ON_LADDER = "already_on_ladder"


class AnswerRefusal(StrEnum):
    """Why a challenge cannot be accepted, declined or withdrawn."""

    SETTLED = "settled"
    FROZEN = "frozen"
    TOO_LATE = "too_late"


def join_refusal(ladder: Standings, player_id: PlayerId) -> JoinRefusal | None:
    """Why the player may not join; None if they may."""
    if ladder.closed_at:
        return JoinRefusal.CLOSED
    return JoinRefusal.ALREADY_ON_LADDER if player_id in ladder.rungs else None


def answer_refusal(
    ladder: Standings, challenge_id: ChallengeId, now: datetime
) -> AnswerRefusal | None:
    """Why the challenge cannot be answered; None if it waits for that."""
    challenge = ladder.challenges.get(challenge_id)
    if challenge is None or not challenge.waiting:
        return AnswerRefusal.SETTLED
    if ladder.frozen_since:
        return AnswerRefusal.FROZEN
    return AnswerRefusal.TOO_LATE if now >= challenge.expires_at else None
