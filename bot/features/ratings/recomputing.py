"""Working everything out anew from the matches, as an operator may ask for."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core.errors import ServiceError
from bot.core.matches import MatchStore
from bot.core.people.forgotten import is_stand_in
from bot.features.ratings import results_storage
from bot.features.ratings import storage as ratings
from bot.features.ratings.counting import finished_match
from bot.features.ratings.results import TIMEOUTS_WITHIN, FinishedMatch, rate_match, why_unrated
from bot.features.ratings.values import Rating, RatingChange, RatingKey, RatingRow, moved_row
from data.ids import MatchId, PlayerId

BATCH = 2000


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What was worked out: so many results, so many of them rated, so many ratings.

    ``unreadable`` counts matches whose logs cannot be read; they count for nothing.
    """

    results: int
    rated: int
    ratings: int
    unreadable: int


def recompute_all(connection: Connection, store: MatchStore) -> Recomputed:
    """Make results and ratings anew from the matches, in the order in which they counted."""
    results_storage.next_number(connection)  # nobody else counts meanwhile
    unreadable = _put_results_right(connection, store)
    ratings.clear(connection)
    pass_ = _Pass()
    number, counted, rated = 0, 0, 0
    while batch := results_storage.following(connection, number, BATCH):
        changes: list[RatingChange] = []
        for match in batch:
            now = pass_.decide(match)
            if now.unrated != match.unrated:
                results_storage.set_unrated(connection, match.match_id, now.unrated)
            changes += pass_.rate(now)
            rated += now.unrated is None
        ratings.add_changes(connection, changes)
        counted += len(batch)
        number = batch[-1].number
    rows = [row for row in pass_.rows.values() if not is_stand_in(row.player_id)]
    for begin in range(0, len(rows), BATCH):
        ratings.add_all(connection, rows[begin : begin + BATCH])
    return Recomputed(counted, rated, len(rows), unreadable)


class _Pass:
    """All results, one after another, with what they led to kept in memory."""

    def __init__(self) -> None:
        self.rows: dict[RatingKey, RatingRow] = {}
        self._ratings: dict[RatingKey, Rating] = {}
        self._timeouts: dict[PlayerId, list[datetime]] = defaultdict(list)

    def decide(self, match: FinishedMatch) -> FinishedMatch:
        """The same with why it is not rated."""
        late = [
            (seat.player_id, seat.timed_out_at)
            for seat in match.seats
            if seat.player_id is not None and seat.timed_out_at is not None
        ]
        earlier = [self._near(player, at) for player, at in late]
        for player, at in late:
            insort(self._timeouts[player], at)
        unrated = why_unrated(match, max(earlier, default=0))
        return match if unrated is match.unrated else replace(match, unrated=unrated)

    def rate(self, match: FinishedMatch) -> tuple[RatingChange, ...]:
        """How the result moves ratings."""
        changes = rate_match(match, self._ratings)
        for change in changes:
            self._ratings[change.key] = change.after
            self.rows[change.key] = moved_row(self.rows.get(change.key), change)
        return changes

    def _near(self, player: PlayerId, at: datetime) -> int:
        times = self._timeouts[player]
        first = bisect_left(times, at - TIMEOUTS_WITHIN)
        return sum(each <= at + TIMEOUTS_WITHIN for each in times[first:])


def _put_results_right(connection: Connection, store: MatchStore) -> int:
    """Have a result for every match that is over and no other; how many cannot be read."""
    for match_id in results_storage.running_again(connection):
        results_storage.remove(connection, match_id)
    found: list[FinishedMatch] = []
    unreadable = 0
    for match_id, result, known in results_storage.over(connection):
        places = tuple(seat.place for seat in known.seats) if known else ()
        told = result.places or (None,) * len(places)
        if known and known.ending is result.ending and places == told:
            continue
        try:
            found.append(_from_the_log(connection, store, match_id, known))
        except ServiceError:
            unreadable += 1
    for match in found:
        if match.number:
            results_storage.change(connection, match)
    _enter_in_order(connection, [match for match in found if not match.number])
    return unreadable


def _from_the_log(
    connection: Connection, store: MatchStore, match_id: MatchId, known: FinishedMatch | None
) -> FinishedMatch:
    states = store.history(connection, match_id)
    first = next(
        number
        for number in range(len(states))
        if not any(state.is_running for state in states[number:])
    )
    entry, number = states[first].last, known.number if known else 0
    at = known.ended_at if known else entry.created_at if entry else states[-1].match.created_at
    return finished_match(connection, states[-1], number, at)


def _enter_in_order(connection: Connection, missing: list[FinishedMatch]) -> None:
    """Give results that were not kept their places among the others, by when they ended."""
    if not missing:
        return
    entered = {match.match_id for match in missing}
    for match in _renumbered(connection, missing):
        if match.match_id in entered:
            results_storage.add(connection, match)
        else:
            results_storage.change(connection, match)


def _renumbered(connection: Connection, missing: list[FinishedMatch]) -> Iterator[FinishedMatch]:
    known: list[FinishedMatch] = []
    while batch := results_storage.following(connection, known[-1].number if known else 0, BATCH):
        known += batch
    every = sorted((*known, *missing), key=lambda each: (each.ended_at, each.number, each.match_id))
    # numbers are unique at every moment, so all of them move above those there are
    for match in every:
        yield replace(match, number=results_storage.next_number(connection))
