"""Computes all results and ratings again from the logs of matches, for an operator."""

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
"""Results that are read, and ratings that are written, at once."""


@dataclass(frozen=True, slots=True)
class Recomputed:
    """The numbers of results, of those that are rated, and of ratings.

    ``unreadable`` is the number of matches that were skipped, as their logs cannot be read.
    """

    results: int
    rated: int
    ratings: int
    unreadable: int


def recompute_all(connection: Connection, store: MatchStore) -> Recomputed:
    """Compute results and ratings again from the matches, in the stored order of results."""
    results_storage.next_number(connection)  # locks the counter against other transactions
    unreadable = _correct_results(connection, store)
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
    """Rates all results in order, with the ratings so far in memory."""

    def __init__(self) -> None:
        self.rows: dict[RatingKey, RatingRow] = {}
        self._ratings: dict[RatingKey, Rating] = {}
        self._timeouts: dict[PlayerId, list[datetime]] = defaultdict(list)

    def decide(self, match: FinishedMatch) -> FinishedMatch:
        """The same match, with ``unrated`` decided."""
        late = [
            (seat.player_id, seat.timed_out_at)
            for seat in match.seats
            if seat.player_id is not None and seat.timed_out_at is not None
        ]
        earlier = [self._timeouts_near(player, at) for player, at in late]
        for player, at in late:
            insort(self._timeouts[player], at)
        unrated = why_unrated(match, max(earlier, default=0))
        return match if unrated is match.unrated else replace(match, unrated=unrated)

    def rate(self, match: FinishedMatch) -> tuple[RatingChange, ...]:
        """Move ratings by the result; the changes."""
        changes = rate_match(match, self._ratings)
        for change in changes:
            self._ratings[change.key] = change.after
            self.rows[change.key] = moved_row(self.rows.get(change.key), change)
        return changes

    def _timeouts_near(self, player: PlayerId, at: datetime) -> int:
        times = self._timeouts[player]
        first = bisect_left(times, at - TIMEOUTS_WITHIN)
        return sum(each <= at + TIMEOUTS_WITHIN for each in times[first:])


def _correct_results(connection: Connection, store: MatchStore) -> int:
    """Store a result for each ended match, and no others; the number of unreadable matches."""
    for match_id in results_storage.running_again(connection):
        results_storage.remove(connection, match_id)
    found: list[FinishedMatch] = []
    unreadable = 0
    for match_id, result, known in results_storage.over(connection):
        places = tuple(seat.place for seat in known.seats) if known else ()
        expected = result.places or (None,) * len(places)
        if known and known.ending is result.ending and places == expected:
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
    """Store missing results, and number all results anew by their ends."""
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
    # numbers are unique even within the transaction, so all get new ones above the old
    for match in every:
        yield replace(match, number=results_storage.next_number(connection))
