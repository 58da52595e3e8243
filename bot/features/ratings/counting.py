"""Stores the result of a match when it ends or is ruled on, and moves ratings by it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches
from bot.features.ratings import results, results_storage, storage
from bot.features.ratings.values import (
    PROVISIONAL_ABOVE,
    RatingChange,
    RatingKey,
    RatingRow,
    height,
    moved_row,
    scope_of,
)
from data.ids import Engine, MatchId, PlayerId
from data.states import EntryKind, UnratedReason
from rules.game import Seat

BATCH = 1000
"""Results that are read at once."""


def decided(connection: Connection, match: results.FinishedMatch) -> results.FinishedMatch:
    """The same match, with ``unrated`` decided from it and the results before it."""
    earlier = [
        results_storage.timeouts(
            connection, seat.player_id, seat.timed_out_at, results.TIMEOUTS_WITHIN, match.number
        )
        for seat in match.seats
        if seat.player_id is not None and seat.timed_out_at is not None
    ]
    return replace(match, unrated=results.why_unrated(match, max(earlier, default=0)))


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
    while batch := results_storage.following(connection, after, BATCH):
        for match in batch:
            if not affected.isdisjoint(match.people):
                affected.update(match.people)
                touched |= _recount_one(connection, match)
        after = batch[-1].number
    for key in sorted(touched):
        _refresh(connection, key)


def _recount_one(connection: Connection, match: results.FinishedMatch) -> set[RatingKey]:
    """Rate a result again by the changes before it; the ratings that it moved or moves now."""
    now = decided(connection, match)
    if now.unrated != match.unrated:
        results_storage.set_unrated(connection, match.match_id, now.unrated)
    taken = storage.take_changes(connection, match.match_id)
    before = {
        key: storage.last_before(connection, key, match.number) for key in results.moved_by(now)
    }
    known = {key: last.after for key, last in before.items() if last is not None}
    changes = results.rate_match(now, known)
    storage.add_changes(connection, changes)
    return {each.key for each in (*taken, *changes)}


def _refresh(connection: Connection, key: RatingKey) -> None:
    """Compute a rating's row again from all its changes; remove it if there are none."""
    last = storage.last_before(connection, key, None)
    if last is None:
        storage.remove(connection, key)
        return
    row = RatingRow(
        **key._asdict(),
        mu=last.mu,
        sigma=last.sigma,
        played_at=last.at,
        height=height(last.after),
        **storage.summed_up(connection, key, PROVISIONAL_ABOVE),
    )
    storage.store(connection, [row])


def count_result(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Store the result of a match that ended, or correct the stored one, and move ratings.

    A changed result keeps its number in the order. The result of a match that goes on is removed.
    """
    before, after, goes_on = change.before, change.after, change.after.is_running
    if change.kind is matches.ChangeKind.ENDED:
        enter(
            connection,
            finished_match(connection, after, results_storage.next_number(connection), now),
        )
        return
    if before is not None and before.result == after.result:
        return
    known = results_storage.get(connection, after.id)
    if known is None:
        return
    results_storage.next_number(connection)  # locks the counter against other transactions
    if goes_on:
        taken = storage.take_changes(connection, after.id)
        results_storage.remove(connection, after.id)
        recount(connection, known.number, known.people, {each.key for each in taken})
    else:
        results_storage.change(
            connection, finished_match(connection, after, known.number, known.ended_at)
        )
        recount(connection, known.number - 1, known.people, set())


def enter(connection: Connection, match: results.FinishedMatch) -> None:
    """Store the newest result, and move ratings by it."""
    match = decided(connection, match)
    results_storage.add(connection, match)
    keys = results.moved_by(match)
    if not keys:
        return
    rows = storage.load(connection, keys)
    known = storage.known_now(connection, keys, rows)
    changes = results.rate_match(match, known)
    storage.add_changes(connection, changes)
    moved = (moved_row(rows.get(each.key), each) for each in changes)
    storage.store(connection, moved)


def finished_match(
    connection: Connection, state: matches.MatchState, number: int, ended_at: datetime
) -> results.FinishedMatch:
    """The result of a match, where ``unrated`` is still only what was agreed.

    Raises ValueError if the match is running, or its result ranks other seats than it has.
    """
    match, result = state.match, state.result
    if result is None:
        raise ValueError(f"match {match.id} goes on")
    places = result.places or (None,) * len(match.players)
    late = _timeouts(connection, match.id, result, state.left)
    return results.FinishedMatch(
        match_id=match.id,
        number=number,
        game=match.game,
        variant=match.variant_id,
        server_id=match.server_id,
        ended_at=ended_at,
        ending=result.ending,
        agreed=match.unrated,
        unrated=match.unrated,
        seats=tuple(
            results.SeatResult(
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

    Empty if another ending was decided later.
    """
    if not left or result.ending not in matches.ON_THE_BOARD:
        return {}
    leaving = matches.storage.entries_of_kind(connection, match_id, EntryKind.LEAVE)
    found = [*matches.storage.entries_of_kind(connection, match_id, EntryKind.TIMEOUT)]
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
    meetings: results.Meetings | None


def aftermath_of(connection: Connection, match: matches.MatchState) -> Aftermath | None:
    """What the match led to as far as it is known now; None if it has no stored result."""
    known = results_storage.get(connection, match.id)
    if known is None:
        return None
    scope = scope_of(known.server_id)
    moved = {
        row.player_id: row for row in storage.changes_of(connection, match.id) if row.scope == scope
    }
    changes = tuple(moved[player] for player in known.people if player in moved)
    met: tuple[results.Meetings, ...] = ()
    ranked = match.result is not None and match.result.ranking
    if ranked and len(match.people) == len(match.players) == 2:
        one, other = match.people
        met = results_storage.meetings(connection, one, other, match.match.game)
    return Aftermath(known.unrated, changes, met[0] if met else None)
