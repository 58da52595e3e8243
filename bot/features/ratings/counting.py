"""What a match is worth, worked out where it ends, and again after a ruling."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches
from bot.core.matches import entries_storage as entries
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
PAIR = 2


def decided(connection: Connection, match: results.FinishedMatch) -> results.FinishedMatch:
    """The same with why it is not rated, as the results before it say."""
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
    """Count anew all results ``after`` a number that anything about ``people`` has an effect on.

    That is what they played since, what their opponents have played since then, and so on. ``keys``
    are ratings that are not moved any more as they were.
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
    """Rate a result as if it had only ended now; the ratings that it moved or moves."""
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
    """Let the rating be what moved it last, with the record of all that did."""
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
    """Keep what a match came to, and move ratings; or put right what was kept of it.

    What it came to after all counts in the place that it had; one that goes on counts from when it
    ends anew.
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
    results_storage.next_number(connection)  # nobody else counts meanwhile
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
    """Keep a match that is over as the last one, and move ratings as it says."""
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
    """A match that is over, with nothing decided: ``unrated`` is what was agreed.

    Raises ValueError if it goes on, or its result ranks other seats than it has.
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
    """When seats ran out of time, or withdrew from the tournament, which counts as that.

    None where that was set aside later.
    """
    if not left or result.ending not in matches.ON_THE_BOARD:
        return {}
    leaving = entries.of_kind(connection, match_id, EntryKind.LEAVE)
    found = [*entries.of_kind(connection, match_id, EntryKind.TIMEOUT)]
    found += [each for each in leaving if each.text == matches.WITHDREW]
    return {
        each.seat: each.created_at for each in found if each.seat is not None and each.seat in left
    }


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a match came to. ``changes`` are by seat, where it was played; none if it is not rated.

    ``meetings`` are those of the two players in this game, seen from the first seat; None for
    three players.
    """

    unrated: UnratedReason | None
    changes: tuple[RatingChange, ...]
    meetings: results.Meetings | None


def aftermath_of(connection: Connection, match: matches.MatchState) -> Aftermath | None:
    """What the match came to as it is known now; None if nothing is kept of it."""
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
    if ranked and len(match.people) == PAIR == len(match.players):
        one, other = match.people
        met = results_storage.meetings(connection, one, other, match.match.game)
    return Aftermath(known.unrated, changes, met[0] if met else None)
