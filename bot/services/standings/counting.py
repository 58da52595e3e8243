"""What a match is worth, worked out in the transaction that ends it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from bot.services.matches import OF_RESULTS, Change, ChangeKind, Hook, MatchState
from bot.services.part import Part
from bot.services.ratings import moved_by, rate_match
from bot.services.ratings import storage as ratings
from bot.services.ratings.storage import Moved
from bot.services.standings import finished_storage
from bot.services.standings.deciding import decided
from bot.services.standings.facts import as_finished_match, facts_of
from bot.services.standings.finished_storage import Finished
from bot.services.standings.recounting import recount
from bot.services.standings.rows import change_row, moved_row, rating_of, stored_key


def count_result(connection: Connection, change: Change, now: datetime) -> None:
    """Keep what a match came to, and move ratings; or put right what was kept of it."""
    if change.kind is ChangeKind.ENDED:
        _enter(connection, change.after, now)
    elif change.kind is ChangeKind.REOPENED:
        _take_back(connection, change.after)
    elif _how_it_ended(change.before) != _how_it_ended(change.after):
        _put_right(connection, change.after)


def _how_it_ended(state: MatchState | None) -> object:
    return None if state is None else (state.status, state.result)


def _enter(connection: Connection, state: MatchState, now: datetime) -> None:
    number = finished_storage.next_number(connection)
    facts = decided(connection, facts_of(connection, state, number, now))
    finished_storage.add(connection, facts)
    rate_result(connection, facts)


def _take_back(connection: Connection, state: MatchState) -> None:
    """It is not over after all; when it ends anew it counts from then on."""
    known = finished_storage.get(connection, state.id)
    if known is None:
        return
    finished_storage.next_number(connection)  # nobody else counts meanwhile
    taken = ratings.take_changes(connection, state.id)
    finished_storage.remove(connection, state.id)
    recount(connection, known.number, known.people, {each.key for each in taken})


def _put_right(connection: Connection, state: MatchState) -> None:
    """It came to something else; it counts in the place that it had."""
    known = finished_storage.get(connection, state.id)
    if known is None:
        return  # it was over before results were kept
    finished_storage.next_number(connection)  # nobody else counts meanwhile
    facts = facts_of(connection, state, known.number, known.ended_at)
    finished_storage.change(connection, facts)
    recount(connection, known.number - 1, known.people, set())


def rate_result(connection: Connection, facts: Finished) -> None:
    """Move the ratings as the result says."""
    match = as_finished_match(facts)
    keys = {stored_key(key): key for key in moved_by(match)}
    if not keys:
        return
    rows = ratings.load(connection, keys)
    known = {keys[key]: rating_of(row) for key, row in rows.items()}
    changes = [change_row(change, facts) for change in rate_match(match, known)]
    ratings.add_changes(connection, changes)
    moved = [
        Moved(rows.get(change.key), moved_row(rows.get(change.key), change)) for change in changes
    ]
    ratings.store(connection, moved)


PART = Part(changed=(Hook(count_result, OF_RESULTS),))
