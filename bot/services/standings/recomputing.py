"""Working everything out anew from the matches, as an operator may ask for."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.services.errors import ServiceError
from bot.services.matches import MatchStore
from bot.services.people.forgotten import is_stand_in
from bot.services.ratings import Rating, RatingKey, rate_match
from bot.services.ratings import storage as ratings
from bot.services.ratings.storage import ChangeRow, Key
from bot.services.results import TIMEOUTS_WITHIN
from bot.services.standings import finished_storage, storage
from bot.services.standings.deciding import decided_after
from bot.services.standings.facts import (
    as_finished_match,
    end_reason,
    facts_of,
    places_of,
)
from bot.services.standings.finished_storage import Finished
from bot.services.standings.rows import Record, change_row
from bot.services.standings.storage import Ended
from data.ids import PlayerId

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
    finished_storage.next_number(connection)  # nobody else counts meanwhile
    unreadable = _put_results_right(connection, store)
    ratings.clear(connection)
    pass_ = _Pass()
    number, counted, rated = 0, 0, 0
    while batch := finished_storage.following(connection, number, BATCH):
        changes: list[ChangeRow] = []
        for facts in batch:
            now = pass_.decide(facts)
            if now.unrated != facts.unrated:
                finished_storage.set_unrated(connection, facts.match_id, now.unrated)
            changes += pass_.rate(now)
            rated += now.unrated is None
        ratings.add_changes(connection, changes)
        counted += len(batch)
        number = batch[-1].number
    rows = [record.row() for key, record in pass_.records.items() if not is_stand_in(key[2])]
    for begin in range(0, len(rows), BATCH):
        ratings.add_all(connection, rows[begin : begin + BATCH])
    return Recomputed(counted, rated, len(rows), unreadable)


class _Pass:
    """All results, one after another, with what they led to kept in memory."""

    def __init__(self) -> None:
        self.records: dict[Key, Record] = defaultdict(Record)
        self._ratings: dict[RatingKey, Rating] = {}
        self._timeouts: dict[PlayerId, list[datetime]] = defaultdict(list)

    def decide(self, facts: Finished) -> Finished:
        """The same with why it is not rated."""
        late = [
            (seat.player_id, seat.timed_out_at)
            for seat in facts.seats
            if seat.player_id is not None and seat.timed_out_at is not None
        ]
        earlier = [self._near(player, at) for player, at in late]
        for player, at in late:
            insort(self._timeouts[player], at)
        return decided_after(facts, max(earlier, default=0))

    def rate(self, facts: Finished) -> list[ChangeRow]:
        """How the result moves ratings."""
        rows = []
        for change in rate_match(as_finished_match(facts), self._ratings):
            self._ratings[change.key] = change.after
            row = change_row(change, facts)
            self.records[row.key].add(row)
            rows.append(row)
        return rows

    def _near(self, player: PlayerId, at: datetime) -> int:
        times = self._timeouts[player]
        first = bisect_left(times, at - TIMEOUTS_WITHIN)
        return sum(each <= at + TIMEOUTS_WITHIN for each in times[first:])


def _put_results_right(connection: Connection, store: MatchStore) -> int:
    """Have a result for every match that is over and no other; how many cannot be read."""
    for match_id in storage.running_again(connection):
        finished_storage.remove(connection, match_id)
    found: list[Finished] = []
    unreadable = 0
    for ended in storage.over(connection):
        if _agrees(ended):
            continue
        try:
            found.append(_from_the_log(connection, store, ended))
        except ServiceError:
            unreadable += 1
    for facts in found:
        if facts.number:
            finished_storage.change(connection, facts)
    _enter_in_order(connection, [facts for facts in found if not facts.number])
    return unreadable


def _agrees(ended: Ended) -> bool:
    if ended.reason is not end_reason(ended.status, ended.result):
        return False
    places = places_of(ended.result.ranking if ended.result else ())
    return all(place == places.get(seat) for seat, place in enumerate(ended.places))


def _from_the_log(connection: Connection, store: MatchStore, ended: Ended) -> Finished:
    known = finished_storage.get(connection, ended.match_id)
    states = store.history(connection, ended.match_id)
    first = next(
        number
        for number in range(len(states))
        if not any(state.is_running for state in states[number:])
    )
    entry = states[first].last
    at = known.ended_at if known else entry.created_at if entry else states[-1].created_at
    return facts_of(connection, states[-1], known.number if known else 0, at)


def _enter_in_order(connection: Connection, missing: list[Finished]) -> None:
    """Give results that were not kept their places among the others, by when they ended."""
    if not missing:
        return
    entered = {facts.match_id for facts in missing}
    for facts in _renumbered(connection, missing):
        if facts.match_id in entered:
            finished_storage.add(connection, facts)
        else:
            finished_storage.change(connection, facts)


def _renumbered(connection: Connection, missing: list[Finished]) -> Iterator[Finished]:
    known: list[Finished] = []
    while batch := finished_storage.following(connection, known[-1].number if known else 0, BATCH):
        known += batch
    every = sorted((*known, *missing), key=lambda each: (each.ended_at, each.number, each.match_id))
    # numbers are unique at every moment, so all of them move above those there are
    for facts in every:
        yield replace(facts, number=finished_storage.next_number(connection))
