"""Stores the result of a match when it ends or is ruled on, and moves ratings by it.

An operator can have all results and ratings computed again from the logs of matches.
"""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches
from bot.core.errors import ServiceError
from bot.features.ratings import storage
from bot.features.ratings.values import (
    PROVISIONAL_ABOVE,
    TIMEOUTS_WITHIN,
    FinishedMatch,
    Meetings,
    Rating,
    RatingChange,
    RatingKey,
    RatingRow,
    SeatResult,
    height,
    moved_by,
    moved_row,
    rate_match,
    scope_of,
    why_unrated,
)
from data.ids import Engine, MatchId, PlayerId, is_stand_in
from data.states import EntryKind, UnratedReason
from rules.game import Seat

AT_A_TIME = 2000
"""How many results are read, and ratings written, in one statement."""


def decided(connection: Connection, match: FinishedMatch) -> FinishedMatch:
    """The same match, with ``unrated`` decided from it and the results before it."""
    earlier = [
        storage.timeouts(connection, player_id, at, TIMEOUTS_WITHIN, match.number)
        for player_id, at in match.timeouts
    ]
    return replace(match, unrated=why_unrated(match, max(earlier, default=0)))


def recount(
    connection: Connection,
    after: int,
    people: Collection[PlayerId],
    keys: Collection[RatingKey],
) -> None:
    """Rate again all results ``after`` a number that depend on ratings of ``people``.

    These are their own later results, the later results of those opponents, and so on. ``keys`` are
    ratings of which a change was removed; they are computed again too.
    """
    affected, touched = set(people), set(keys)
    while batch := storage.following(connection, after, AT_A_TIME):
        for match in batch:
            if not affected.isdisjoint(match.people):
                affected.update(match.people)
                touched |= _recount_one(connection, match)
        after = batch[-1].number
    for key in sorted(touched):
        _refresh(connection, key)


def _recount_one(connection: Connection, match: FinishedMatch) -> set[RatingKey]:
    """Rate a result again by the changes before it; the ratings that it moved or moves now."""
    now = decided(connection, match)
    if now.unrated != match.unrated:
        storage.set_unrated(connection, match.match_id, now.unrated)
    taken = storage.take_changes(connection, match.match_id)
    before = {key: storage.last_before(connection, key, match.number) for key in moved_by(now)}
    known = {key: last.after for key, last in before.items() if last is not None}
    changes = rate_match(now, known)
    storage.add_changes(connection, changes)
    return {each.key for each in (*taken, *changes)}


def _refresh(connection: Connection, key: RatingKey) -> None:
    """Compute a rating's row again from all its changes; remove it if there are none."""
    last = storage.last_before(connection, key, None)
    if last is None:
        storage.remove_rating(connection, key)
        return
    row = RatingRow(
        **key._asdict(),
        mu=last.mu,
        sigma=last.sigma,
        played_at=last.at,
        height=height(last.after),
        **storage.summed_up(connection, key, PROVISIONAL_ABOVE),
    )
    storage.store_ratings(connection, [row])


def count_result(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Store the result of a match that ended, or correct the stored one, and move ratings.

    A changed result keeps its number in the order. The result of a match that goes on is removed.
    """
    before, after = change.before, change.after
    if change.kind is matches.ChangeKind.ENDED:
        number = storage.next_number(connection)
        enter(connection, finished_match(connection, after, number, now))
        return
    if before is not None and before.result == after.result:
        return
    known = storage.result_of(connection, after.id)
    if known is None:
        return
    storage.next_number(connection)  # locks the counter against other transactions
    if after.is_running:
        taken = storage.take_changes(connection, after.id)
        storage.remove_result(connection, after.id)
        recount(connection, known.number, known.people, {each.key for each in taken})
    else:
        corrected = finished_match(connection, after, known.number, known.ended_at)
        storage.change_result(connection, corrected)
        recount(connection, known.number - 1, known.people, set())


def enter(connection: Connection, match: FinishedMatch) -> None:
    """Store the newest result, and move ratings by it."""
    match = decided(connection, match)
    storage.add_result(connection, match)
    keys = moved_by(match)
    if not keys:
        return
    rows = storage.load(connection, keys)
    known = storage.known_now(connection, keys, rows)
    changes = rate_match(match, known)
    storage.add_changes(connection, changes)
    moved = (moved_row(rows.get(each.key), each) for each in changes)
    storage.store_ratings(connection, moved)


def finished_match(
    connection: Connection, state: matches.MatchState, number: int, ended_at: datetime
) -> FinishedMatch:
    """The result of a match, where ``unrated`` is still only what was agreed.

    Raises ValueError if the match is running, or its result ranks other seats than it has.
    """
    match, result = state.match, state.result
    if result is None:
        raise ValueError(f"match {match.id} goes on")
    places = result.places or (None,) * len(match.players)
    late = _timeouts(connection, match.id, result, state.left)
    return FinishedMatch(
        match_id=match.id,
        number=number,
        game=match.game,
        variant=match.variant_id,
        server_id=match.named_in,
        ended_at=ended_at,
        ending=result.ending,
        agreed=match.unrated,
        unrated=match.unrated,
        seats=tuple(
            SeatResult(
                player_id=None if isinstance(holder, Engine) else holder,
                place=place,
                moves=sum(made.seat == seat for made in state.moves),
                timed_out_at=late.get(seat),
            )
            for seat, (holder, place) in enumerate(zip(match.players, places, strict=True))
        ),
    )


def _timeouts(
    connection: Connection, match_id: MatchId, result: matches.Result, left: Sequence[Seat]
) -> dict[Seat, datetime]:
    """When each seat ran out of time, or withdrew from the tournament, which counts the same.

    Empty if another ending was decided later. What was forgiven does not count.
    """
    if not left or result.ending not in matches.ON_THE_BOARD:
        return {}
    late, forgiven, leaving = (
        matches.storage.entries_of_kind(connection, match_id, kind)
        for kind in (EntryKind.TIMEOUT, EntryKind.FORGIVE, EntryKind.LEAVE)
    )
    undone = {each.ply - 1 for each in forgiven}
    found = [each for each in late if each.ply not in undone]
    found += [each for each in leaving if each.text == matches.WITHDREW]
    return {
        each.seat: each.created_at for each in found if each.seat is not None and each.seat in left
    }


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a match led to. ``changes`` are those of the server's ratings, by seat; () if unrated.

    ``meetings`` counts all matches of the two players in this game, seen from the first seat; None
    with three players.
    """

    unrated: UnratedReason | None
    changes: tuple[RatingChange, ...]
    meetings: Meetings | None


def aftermath_of(connection: Connection, match: matches.MatchState) -> Aftermath | None:
    """What the match led to as far as it is known now; None if it has no stored result."""
    known = storage.result_of(connection, match.id)
    if known is None:
        return None
    scope = scope_of(known.server_id)
    moved = {
        row.player_id: row for row in storage.changes_of(connection, match.id) if row.scope == scope
    }
    changes = tuple(moved[player] for player in known.people if player in moved)
    met: tuple[Meetings, ...] = ()
    ranked = match.result is not None and match.result.ranking
    # another server does not learn of other matches of its guests
    if ranked and match.match.club_id is None and len(match.people) == len(match.players) == 2:
        one, other = match.people
        met = storage.meetings(connection, one, other, match.match.game)
    return Aftermath(known.unrated, changes, met[0] if met else None)


@dataclass(frozen=True, slots=True)
class Recomputed:
    """The numbers of results, of those that are rated, and of ratings.

    ``unreadable`` is the number of matches that were skipped, as their logs cannot be read.
    """

    results: int
    rated: int
    ratings: int
    unreadable: int


def recompute_all(connection: Connection, store: matches.MatchStore) -> Recomputed:
    """Compute results and ratings again from the matches, in the stored order of results."""
    storage.next_number(connection)  # locks the counter against other transactions
    unreadable = _correct_results(connection, store)
    storage.clear(connection)
    pass_ = _Pass()
    number, counted, rated = 0, 0, 0
    while batch := storage.following(connection, number, AT_A_TIME):
        changes: list[RatingChange] = []
        for match in batch:
            now = pass_.decide(match)
            if now.unrated != match.unrated:
                storage.set_unrated(connection, match.match_id, now.unrated)
            changes += pass_.rate(now)
            rated += now.unrated is None
        storage.add_changes(connection, changes)
        counted += len(batch)
        number = batch[-1].number
    rows = [row for row in pass_.rows.values() if not is_stand_in(row.player_id)]
    for begin in range(0, len(rows), AT_A_TIME):
        storage.add_ratings(connection, rows[begin : begin + AT_A_TIME])
    return Recomputed(counted, rated, len(rows), unreadable)


class _Pass:
    """Rates all results in order, with the ratings so far in memory."""

    def __init__(self) -> None:
        self.rows: dict[RatingKey, RatingRow] = {}
        self._ratings: dict[RatingKey, Rating] = {}
        self._timeouts: dict[PlayerId, list[datetime]] = defaultdict(list)

    def decide(self, match: FinishedMatch) -> FinishedMatch:
        """The same match, with ``unrated`` decided."""
        earlier = []
        for player, at in match.timeouts:
            times = self._timeouts[player]
            first = bisect_left(times, at - TIMEOUTS_WITHIN)
            earlier.append(sum(each <= at + TIMEOUTS_WITHIN for each in times[first:]))
            insort(times, at)
        unrated = why_unrated(match, max(earlier, default=0))
        return match if unrated is match.unrated else replace(match, unrated=unrated)

    def rate(self, match: FinishedMatch) -> tuple[RatingChange, ...]:
        """Move ratings by the result; the changes."""
        changes = rate_match(match, self._ratings)
        for change in changes:
            self._ratings[change.key] = change.after
            self.rows[change.key] = moved_row(self.rows.get(change.key), change)
        return changes


def _correct_results(connection: Connection, store: matches.MatchStore) -> int:
    """Store a result for each ended match, and no others; the number of unreadable matches."""
    for match_id in storage.running_again(connection):
        storage.remove_result(connection, match_id)
    found: list[FinishedMatch] = []
    unreadable = 0
    for match_id, result, known in storage.ended_matches(connection):
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
            storage.change_result(connection, match)
    _enter_in_order(connection, [match for match in found if not match.number])
    return unreadable


def _from_the_log(
    connection: Connection,
    store: matches.MatchStore,
    match_id: MatchId,
    known: FinishedMatch | None,
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
    known: list[FinishedMatch] = []
    while batch := storage.following(connection, known[-1].number if known else 0, AT_A_TIME):
        known += batch
    entered = {match.match_id for match in missing}
    every = sorted((*known, *missing), key=lambda each: (each.ended_at, each.number, each.match_id))
    # numbers are unique even within the transaction, so all get new ones above the old
    for match in every:
        numbered = replace(match, number=storage.next_number(connection))
        keep = storage.add_result if match.match_id in entered else storage.change_result
        keep(connection, numbered)
