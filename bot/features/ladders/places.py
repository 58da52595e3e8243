"""How a ladder stands: who is where, who has challenged whom, who has met lately."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypeAlias

from data.ids import ChallengeId, MatchId, PlayerId

TO_ANSWER = timedelta(hours=72)
LONGEST_WAIT = timedelta(days=14)
"""How long a challenge waits at most for somebody on vacation; ladders that stand still aside."""
COUNTED_FOR = timedelta(days=30)
"""How long a running match counts for the limits; later it keeps nobody else from challenging."""
REST = timedelta(days=7)
DECLINES_WITHIN = timedelta(days=30)
TIMEOUTS_WITHIN = timedelta(days=30)
NOTICE_AFTER = timedelta(days=45)
DROP_EVERY = timedelta(days=7)
MOST_PEOPLE = 500
"""On a ladder at once."""
MOST_OUTGOING = 3
MOST_INCOMING = 3

Span: TypeAlias = tuple[datetime, datetime]
"""From when until when."""

Pair: TypeAlias = tuple[PlayerId, PlayerId]
"""Two players, the smaller id first."""


def pair(one: PlayerId, other: PlayerId) -> Pair:
    """The two, whoever is named first."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Decline:
    """The last challenge that a player declined in a row."""

    challenger_id: PlayerId
    at: datetime


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a player came to their place, and over how many: negative if down, 0 if they joined."""

    at: datetime
    up: int


@dataclass(frozen=True, slots=True)
class Rung:
    """A player on the ladder.

    ``newcomer`` until the first challenge of their own. ``active_at`` is when they joined or last
    began or ended a match. ``noticed_at`` and ``dropped_at`` tell what not playing since then has
    led to. ``declined`` is None while no refusal counts, ``timed_out_at`` before any timeout.
    """

    player_id: PlayerId
    active_at: datetime
    newcomer: bool = True
    noticed_at: datetime | None = None
    dropped_at: datetime | None = None
    declined: Decline | None = None
    timed_out_at: datetime | None = None

    @property
    def fell_at(self) -> datetime | None:
        """When they last fell, or were warned that they would; None for one who plays."""
        return self.dropped_at or self.noticed_at


@dataclass(frozen=True, slots=True)
class LadderChallenge:
    """A challenge that waits for its answer, or is being played once it has a match.

    ``expires_at`` leaves vacations out. ``refused`` is what the opponent had declined before
    accepting; ``began_at`` is None for a match that began under the rules of 1.0.0.
    """

    id: ChallengeId
    challenger_id: PlayerId
    opponent_id: PlayerId
    asked_at: datetime
    expires_at: datetime
    match_id: MatchId | None = None
    began_at: datetime | None = None
    refused: Decline | None = None

    @property
    def waiting(self) -> bool:
        return self.match_id is None

    @property
    def players(self) -> tuple[PlayerId, PlayerId]:
        """The challenger first."""
        return self.challenger_id, self.opponent_id


def later(since: datetime, length: timedelta, still: Iterable[Span]) -> datetime:
    """When ``length`` has passed since then, not counting the times that stand ``still``."""
    until = since + length
    for begins, ends in sorted(still):
        if begins >= until:
            break
        counted_from = max(begins, since)
        if ends > counted_from:
            until += ends - counted_from
            since = ends
    return until


def played_in(running: Iterable[LadderChallenge], match_id: MatchId) -> LadderChallenge | None:
    """The challenge that is being played in that match; None if it does not count."""
    return next((each for each in running if each.match_id == match_id), None)


class RestReason(StrEnum):
    """What two players did last with each other."""

    PLAYED = "played"
    DECLINED = "declined"
    WITHDREW = "withdrew"


@dataclass(frozen=True, slots=True)
class Rest:
    """Two players leave each other in peace for a while since ``since``.

    ``overtaken_id`` is who has been overtaken by the other meanwhile, and may challenge at once.
    """

    since: datetime
    reason: RestReason
    overtaken_id: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """A ladder after some entry. ``order`` are the players from the top.

    ``as_of`` is the latest time of an entry so far; None for a ladder without history.
    ``stood_still`` are the times for which it was frozen, the first one first. Arrivals are apart
    from rungs, since a win changes those of very many at once.
    """

    order: tuple[PlayerId, ...] = ()
    rungs: Mapping[PlayerId, Rung] = field(default_factory=dict)
    arrivals: Mapping[PlayerId, Arrival] = field(default_factory=dict)
    challenges: Mapping[ChallengeId, LadderChallenge] = field(default_factory=dict)
    rests: Mapping[Pair, Rest] = field(default_factory=dict)
    as_of: datetime | None = None
    frozen_since: datetime | None = None
    closed_at: datetime | None = None
    stood_still: tuple[Span, ...] = ()

    def place_of(self, player_id: PlayerId | None) -> int | None:
        """The player's place, counted from 1; None off the ladder."""
        return self.order.index(player_id) + 1 if player_id in self.rungs else None
