"""The standings of a ladder: places, open challenges, and pairs who may not meet for a while."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, TypeAlias

from data.ids import ChallengeId, MatchId, PlayerId
from rules.texts import Text

TO_ANSWER = timedelta(hours=72)
"""The time to answer a challenge."""
LONGEST_WAIT = timedelta(days=14)
"""How long a challenge waits at most for an opponent on vacation, not counting freezes."""
COUNTED_FOR = timedelta(days=30)
"""How long a running match counts for the limits of challenges."""
REST = timedelta(days=7)
"""How long two players cannot challenge each other again."""
DECLINES_WITHIN = timedelta(days=30)
"""A player who declines two challengers within this time loses the place."""
TIMEOUTS_WITHIN = timedelta(days=30)
"""Two losses on time within this time take a player off the ladder."""
NOTICE_AFTER = timedelta(days=45)
"""A player who has not played for so long is warned."""
DROP_EVERY = timedelta(days=7)
"""A warned player drops one place each time that so long has passed."""
MOST_PEOPLE = 500
"""How many players a ladder can have."""
MOST_OUTGOING = 3
MOST_INCOMING = 3

Span: TypeAlias = tuple[datetime, datetime]
"""A period: its beginning and its end."""

Pair: TypeAlias = tuple[PlayerId, PlayerId]
"""Two players, the smaller id first."""


def pair(one: PlayerId, other: PlayerId) -> Pair:
    """The pair of two players, in whichever order they are given."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Decline:
    """A challenge that a player declined, and that still counts."""

    challenger_id: PlayerId
    at: datetime


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a player came to their place, and how many places up: negative if down, 0 if joined."""

    at: datetime
    up: int


@dataclass(frozen=True, slots=True)
class Rung:
    """A player on the ladder.

    ``newcomer``: has not challenged anybody yet. ``active_at``: when they joined, or last began or
    ended a match. ``noticed_at``, ``dropped_at``: when they were warned, and last dropped, for not
    playing since then. ``declined``: the last challenge declined, if it still counts.
    ``timed_out_at``: the last loss on time.
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
        """When they last dropped or were warned; None for players who are active."""
        return self.dropped_at or self.noticed_at


@dataclass(frozen=True, slots=True)
class LadderChallenge:
    """A challenge that waits for its answer, or is being played if it has a match.

    ``expires_at`` does not count vacations. ``declined_before``: what the opponent had declined
    when they accepted. ``began_at`` is None for a match that began under the rules of 1.0.0.
    """

    id: ChallengeId
    challenger_id: PlayerId
    opponent_id: PlayerId
    asked_at: datetime
    expires_at: datetime
    match_id: MatchId | None = None
    began_at: datetime | None = None
    declined_before: Decline | None = None

    @property
    def waiting(self) -> bool:
        return self.match_id is None

    @property
    def players(self) -> tuple[PlayerId, PlayerId]:
        """The challenger first."""
        return self.challenger_id, self.opponent_id


def later(since: datetime, length: timedelta, still: Iterable[Span]) -> datetime:
    """When ``length`` has passed since then, not counting the periods ``still``."""
    until = since + length
    for begins, ends in sorted(still):
        if begins >= until:
            break
        counted_from = max(begins, since)
        if ends > counted_from:
            until += ends - counted_from
            since = ends
    return until


def played_in(
    running: Iterable[LadderChallenge], match_id: MatchId | None
) -> LadderChallenge | None:
    """The challenge that is played in a match; None if the match is about no place."""
    return next((each for each in running if not each.waiting and each.match_id == match_id), None)


class RestReason(Enum):
    """Why two players rest: how their last challenge ended."""

    PLAYED = Text("You two played {at}.")
    DECLINED = Text("A challenge between you was declined {at}.")
    WITHDREW = Text("A challenge between you was cancelled {at}.")


@dataclass(frozen=True, slots=True)
class Rest:
    """Two players cannot challenge each other for REST from ``since`` on.

    ``overtaken_id`` is the one whom the other has overtaken meanwhile, and who may challenge at
    once.
    """

    since: datetime
    reason: RestReason
    overtaken_id: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a ladder after some entry. ``order`` are the players from the top.

    ``as_of`` is the latest time of an entry, None for a ladder without history. ``stood_still`` are
    the periods for which it was frozen, in order. Arrivals are apart from rungs, since a win can
    change those of very many players at once.
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


class MutableStandings:
    """Standings to which entries are applied. Changes of players who are not on it do nothing."""

    def __init__(self, known: Standings) -> None:
        self.order = list(known.order)
        self.rungs, self.arrivals = dict(known.rungs), dict(known.arrivals)
        self.challenges, self.rests = dict(known.challenges), dict(known.rests)
        self.as_of, self.frozen_since = known.as_of, known.frozen_since
        self.closed_at, self.stood_still = known.closed_at, known.stood_still

    def standings(self) -> Standings:
        """The standings, without rests that are over; this object must not be used after that."""
        as_of = self.as_of
        if as_of is not None:
            self.end_rests(as_of)
        return Standings(
            order=tuple(self.order),
            rungs=self.rungs,
            arrivals=self.arrivals,
            challenges=self.challenges,
            rests=self.rests if as_of else {},
            as_of=as_of,
            frozen_since=self.frozen_since,
            closed_at=self.closed_at,
            stood_still=self.stood_still,
        )

    def end_rests(self, at: datetime) -> None:
        """Remove rests that are over by then; time during a running freeze does not count."""
        still = self.stood_still
        if self.frozen_since is not None:
            still += ((self.frozen_since, at),)
        ends = {who: later(each.since, REST, still) for who, each in self.rests.items()}
        self.rests = {who: each for who, each in self.rests.items() if at < ends[who]}

    def change(self, player_id: PlayerId | None, **changes: Any) -> None:
        """Change fields of a player's rung."""
        if player_id in self.rungs:
            self.rungs[player_id] = replace(self.rungs[player_id], **changes)

    def join(self, player_id: PlayerId | None, at: datetime) -> None:
        """Put a player at the bottom."""
        if player_id is not None and player_id not in self.rungs:
            self.order.append(player_id)
            self.rungs[player_id] = Rung(player_id, active_at=at)
            self.arrivals[player_id] = Arrival(at, 0)

    def remove(self, player_id: PlayerId | None, at: datetime) -> None:
        """Take a player off the ladder, with their challenges and matches."""
        if player_id not in self.rungs:
            return
        place = self.order.index(player_id)
        del self.order[place], self.rungs[player_id], self.arrivals[player_id]
        self.arrivals |= dict.fromkeys(self.order[place:], Arrival(at, 1))
        for challenge in self._challenges_of(player_id):
            del self.challenges[challenge.id]

    def put(self, player_id: PlayerId | None, index: int, at: datetime) -> None:
        """Move a player to an index, from 0, or the nearest possible one; others make room."""
        if player_id not in self.rungs:
            return
        old, new = self.order.index(player_id), max(0, min(index, len(self.order) - 1))
        self.order.insert(new, self.order.pop(old))
        if new == old:
            return
        passed = self.order[new + 1 : old + 1] if new < old else self.order[old:new]
        self.arrivals |= dict.fromkeys(passed, Arrival(at, -1 if new < old else 1))
        self.arrivals[player_id] = Arrival(at, old - new)
        for challenge in self._challenges_of(player_id):
            if challenge.waiting and not self.asks_upward(challenge):
                del self.challenges[challenge.id]

    def overtake(self, challenge: LadderChallenge, at: datetime) -> None:
        """Move the challenger just above the opponent, unless they are above already.

        Both must be on the ladder.
        """
        winner_id = challenge.challenger_id
        old, new = map(self.order.index, challenge.players)
        for passed_id in self.order[new:old]:
            who = pair(winner_id, passed_id)
            if who in self.rests:
                self.rests[who] = replace(self.rests[who], overtaken_id=passed_id)
        if new < old:
            self.put(winner_id, new, at)

    def drop_index(self, player_id: PlayerId | None) -> int | None:
        """The index to which an idle player drops, one place down; None if there is none.

        They also pass those below who have dropped since their own last drop. Otherwise two
        idle neighbours would only change places with each other, week after week.
        """
        if player_id not in self.rungs:
            return None
        own = self.rungs[player_id].fell_at
        for index in range(self.order.index(player_id) + 1, len(self.order)):
            fell = self.rungs[self.order[index]].dropped_at
            if own is None or fell is None or fell <= own:
                return index
        return None

    def asks_upward(self, challenge: LadderChallenge) -> bool:
        """Whether both players are on the ladder, and the challenger is the lower one."""
        if not set(challenge.players) <= self.rungs.keys():
            return False
        asking, asked = map(self.order.index, challenge.players)
        return asking > asked

    def settle(self, challenge: LadderChallenge, at: datetime, reason: RestReason) -> None:
        """Remove a challenge, and let the two players rest."""
        del self.challenges[challenge.id]
        self.rests[pair(*challenge.players)] = Rest(at, reason)

    def decline(self, challenge: LadderChallenge, at: datetime) -> None:
        """Count that the opponent declined; after the second time the challenger overtakes them."""
        decline = Decline(challenge.challenger_id, at)
        self._count_declines(challenge, self.rungs[challenge.opponent_id].declined, decline, at)

    def restore_declines(self, challenge: LadderChallenge, at: datetime) -> None:
        """Undo that accepting a challenge ended a series of declines, since it was not played.

        The declines before accepting it, and since, are consecutive again.
        """
        rung = self.rungs.get(challenge.opponent_id)
        if rung is not None and challenge.declined_before is not None:
            self._count_declines(challenge, challenge.declined_before, rung.declined, at)

    def _count_declines(
        self, asked: LadderChallenge, earlier: Decline | None, decline: Decline | None, at: datetime
    ) -> None:
        """Count two declines by the opponent of a challenge.

        If they are recent and of different challengers, the latest challenger overtakes.
        """
        over = (
            earlier is not None
            and decline is not None
            and earlier.challenger_id != decline.challenger_id
            and decline.at - earlier.at <= DECLINES_WITHIN
        )
        self.change(asked.opponent_id, declined=None if over else decline or earlier)
        if over and decline is not None and decline.challenger_id in self.rungs:
            self.overtake(replace(asked, challenger_id=decline.challenger_id), at)

    def postpone_answers(self, length: timedelta) -> None:
        """Extend the time to answer of all challenges."""
        for challenge in list(self.challenges.values()):
            later = replace(challenge, expires_at=challenge.expires_at + length)
            self.challenges[challenge.id] = later

    def postpone_windows(self, length: timedelta) -> None:
        """Move the times of declines and timeouts, so that they do not age by ``length``."""
        for player_id, rung in list(self.rungs.items()):
            declined, timed_out_at = rung.declined, rung.timed_out_at
            if declined is not None:
                self.change(player_id, declined=replace(declined, at=declined.at + length))
            if timed_out_at is not None:
                self.change(player_id, timed_out_at=timed_out_at + length)
        for challenge in list(self.challenges.values()):
            before = challenge.declined_before
            if before is not None:
                later = replace(before, at=before.at + length)
                self.challenges[challenge.id] = replace(challenge, declined_before=later)

    def _challenges_of(self, player_id: PlayerId) -> list[LadderChallenge]:
        return [found for found in self.challenges.values() if player_id in found.players]
