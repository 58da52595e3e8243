"""The rules by which entries move a ladder: one function for each kind of entry."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import singledispatch

from bot.services.ladders.due import falls_to
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
from bot.services.ladders.places import (
    DECLINES_WITHIN,
    TIMEOUTS_WITHIN,
    TO_ANSWER,
    Challenge,
    Decline,
    RestReason,
    Standings,
)
from bot.services.ladders.working import Working
from data.ids import MatchId, PlayerId


@singledispatch
def step(entry: object, ladder: Working) -> None:
    """Apply one entry; TypeError for what is none."""
    raise TypeError(f"{entry!r} is no entry of {ladder}")


@step.register
def _joined(entry: Joined, ladder: Working) -> None:
    ladder.join(entry.player_id, entry.at)


@step.register
def _left(entry: Left | Removed, ladder: Working) -> None:
    ladder.remove(entry.player_id, entry.at)


@step.register
def _challenged(entry: Challenged, ladder: Working) -> None:
    challenge = Challenge(
        entry.challenge_id,
        entry.player_id,
        entry.opponent_id,
        made_at=entry.at,
        expires_at=entry.at + TO_ANSWER,
    )
    if ladder.asks_upward(challenge):
        ladder.challenges[challenge.id] = challenge
        ladder.change(entry.player_id, lambda rung: replace(rung, newcomer=False))


@step.register
def _accepted(entry: Accepted, ladder: Working) -> None:
    challenge = ladder.waiting(entry.challenge_id)
    if challenge:
        ladder.challenges[challenge.id] = replace(challenge, match_id=entry.match_id)
        ladder.change(challenge.opponent_id, lambda rung: replace(rung, declined=None))
        _active(challenge, ladder, entry.at)


@step.register
def _declined(entry: Declined | Expired, ladder: Working) -> None:
    """Two in a row, from different people and not too far from each other, lose the place."""
    challenge = ladder.waiting(entry.challenge_id)
    if not challenge:
        return
    ladder.settle(challenge, entry.at, RestReason.DECLINED)
    before = ladder.rungs[challenge.opponent_id].declined
    decline = Decline(challenge.challenger_id, entry.at)
    over = before is not None and _loses_the_place(before, decline)
    last = None if over else decline
    ladder.change(challenge.opponent_id, lambda rung: replace(rung, declined=last))
    if over:
        ladder.overtake(challenge.challenger_id, challenge.opponent_id, entry.at)


def _loses_the_place(before: Decline, decline: Decline) -> bool:
    others = before.challenger_id != decline.challenger_id
    return others and decline.at - before.at <= DECLINES_WITHIN


@step.register
def _withdrawn(entry: Withdrawn, ladder: Working) -> None:
    challenge = ladder.waiting(entry.challenge_id)
    if challenge:
        ladder.settle(challenge, entry.at, RestReason.WITHDREW)


@step.register
def _voided(entry: Voided, ladder: Working) -> None:
    challenge = ladder.waiting(entry.challenge_id)
    if challenge:
        del ladder.challenges[challenge.id]


@step.register
def _ended(entry: Ended, ladder: Working) -> None:
    """Only a challenger who wins moves; a timeout is a loss like any other."""
    challenge = ladder.played_in(entry.match_id)
    if not challenge:
        return
    ladder.settle(challenge, entry.at, RestReason.PLAYED)
    _active(challenge, ladder, entry.at)
    if entry.winner_id == challenge.challenger_id:
        ladder.overtake(challenge.challenger_id, challenge.opponent_id, entry.at)
    if entry.timed_out_id is not None:
        _timed_out(entry.timed_out_id, ladder, entry.at)


def _active(challenge: Challenge, ladder: Working, at: datetime) -> None:
    for player_id in (challenge.challenger_id, challenge.opponent_id):
        ladder.change(
            player_id, lambda rung: replace(rung, active_at=at, noticed_at=None, dropped_at=None)
        )


def _timed_out(player_id: PlayerId, ladder: Working, at: datetime) -> None:
    before = ladder.rungs[player_id].timed_out_at
    if before and at - before <= TIMEOUTS_WITHIN:
        ladder.remove(player_id, at)
    else:
        ladder.change(player_id, lambda rung: replace(rung, timed_out_at=at))


@step.register
def _annulled(entry: Annulled, ladder: Working) -> None:
    """As if the two had never met: either may challenge the other at once."""
    challenge = ladder.played_in(entry.match_id)
    if challenge:
        del ladder.challenges[challenge.id]


@step.register
def _moved(entry: Moved, ladder: Working) -> None:
    ladder.put(entry.player_id, entry.place - 1, entry.at)


@step.register
def _noticed(entry: Noticed, ladder: Working) -> None:
    ladder.change(entry.player_id, lambda rung: replace(rung, noticed_at=entry.at))


@step.register
def _dropped(entry: Dropped, ladder: Working) -> None:
    if entry.player_id not in ladder.rungs:
        return
    index = falls_to(ladder.order, ladder.rungs, entry.player_id)
    if index is not None:
        ladder.put(entry.player_id, index, entry.at)
        ladder.change(entry.player_id, lambda rung: replace(rung, dropped_at=entry.at))


@step.register
def _frozen(entry: Frozen, ladder: Working) -> None:
    ladder.frozen_since = ladder.frozen_since or entry.at


@step.register
def _thawed(entry: Thawed, ladder: Working) -> None:
    """Everything that was to happen by a time happens that much later."""
    if not ladder.frozen_since:
        return
    ladder.stood_still += ((ladder.frozen_since, entry.at),)
    ladder.postpone_answers(entry.at - ladder.frozen_since)
    ladder.frozen_since = None


@step.register
def _away(entry: Away, ladder: Working) -> None:
    if not ladder.frozen_since:
        ladder.postpone_answers(entry.at - entry.since)


@step.register
def _closed(entry: Closed, ladder: Working) -> None:
    """The places stay; what is being played goes on for its own sake."""
    ladder.closed_at = entry.at
    ladder.challenges.clear()


@step.register
def _ruled(entry: Corrected | Reopened, ladder: Working) -> None:
    """A ruling takes effect where the match ended: see rulings.py."""


def as_ruled(entries: Iterable[Entry]) -> list[Entry | None]:
    """The history as it would have been with the last word on each match from the start.

    Entry for entry: a corrected result counts when the match ended, an annulled match never had
    one, and the end of a match that was reopened is None. The rulings stay where they were.
    """
    told: list[Entry | None] = []
    ends: dict[MatchId, Ended | Annulled] = {}
    index: dict[MatchId, int] = {}
    for entry in entries:
        match entry:
            case Ended() | Annulled() if entry.match_id not in ends:
                ends[entry.match_id], index[entry.match_id] = entry, len(told)
            case Annulled() | Corrected() if entry.match_id in ends:
                told[index[entry.match_id]] = _instead(entry, ends[entry.match_id])
            case Reopened() if entry.match_id in ends:
                del ends[entry.match_id]
                told[index[entry.match_id]] = None
        told.append(entry)
    return told


def _instead(ruling: Annulled | Corrected, end: Ended | Annulled) -> Entry:
    """What the ruling makes of the end of the match, at its time."""
    if isinstance(ruling, Annulled):
        return Annulled(end.at, ruling.match_id)
    return Ended(end.at, ruling.match_id, ruling.winner_id)


@dataclass(frozen=True, slots=True)
class Movement:
    """A player came from one place to another, counted from 1; None is off the ladder."""

    player_id: PlayerId
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """An entry, and the order before and after it.

    ``counted`` is what it is after all rulings: None for the end of a match that was reopened.
    """

    entry: Entry
    counted: Entry | None
    before: tuple[PlayerId, ...]
    after: tuple[PlayerId, ...]

    @property
    def movements(self) -> tuple[Movement, ...]:
        """Who changed places, those who are highest now first, those who are off last."""
        before = {player: place for place, player in enumerate(self.before, 1)}
        after = {player: place for place, player in enumerate(self.after, 1)}
        return tuple(
            Movement(player, before.get(player), after.get(player))
            for player in (after | before)
            if before.get(player) != after.get(player)
        )


def standings(entries: Iterable[Entry]) -> Standings:
    """The ladder after its whole history, with every ruling where it belongs."""
    ladder = Working(Standings())
    for entry in as_ruled(entries):
        if entry:
            _take(entry, ladder)
    return ladder.standings()


def apply(known: Standings, entry: Entry) -> Standings:
    """The ladder after one more entry.

    The same as ``standings`` of the whole history, and for a ruling only that will do: ValueError.
    """
    if is_ruling(known, entry):
        raise ValueError(f"{entry} is a ruling, which the whole history is needed for")
    ladder = Working(known)
    _take(entry, ladder)
    return ladder.standings()


def is_ruling(known: Standings, entry: Entry) -> bool:
    """Whether the entry changes what has counted before."""
    if isinstance(entry, Annulled):
        return known.challenge_of(entry.match_id) is None
    return isinstance(entry, Corrected | Reopened)


def lapsed(before: Standings, entry: Entry, after: Standings) -> tuple[Challenge, ...]:
    """Challenges that an entry took from the ladder without being about them.

    To be recorded as Voided those that waited, so that no ruling brings them back; matches go on
    without being about a place.
    """
    return tuple(
        challenge
        for challenge in before.challenges.values()
        if challenge.id not in after.challenges and not _is_about(entry, challenge)
    )


def _is_about(entry: Entry, challenge: Challenge) -> bool:
    """Whether the entry names the challenge or its match, whose numbers are apart."""
    if challenge.id == getattr(entry, "challenge_id", None):
        return True
    return not challenge.waiting and challenge.match_id == getattr(entry, "match_id", None)


def history(entries: Iterable[Entry]) -> Iterator[Step]:
    """Every entry with what it moved, as it counts after all rulings."""
    ladder = Working(Standings())
    told = list(entries)
    after: tuple[PlayerId, ...] = ()
    for entry, counted in zip(told, as_ruled(told), strict=True):
        before = after
        if counted:
            _take(counted, ladder)
            after = tuple(ladder.order)
        yield Step(entry, counted, before, after)


def _take(entry: Entry, ladder: Working) -> None:
    ladder.as_of = max(ladder.as_of or entry.at, entry.at)
    if not ladder.closed_at:
        step(entry, ladder)
