"""Counting anew what followed on a result that has changed."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection

from bot.services.people.forgotten import is_stand_in
from bot.services.ratings import NEWCOMER, PROVISIONAL_ABOVE, Rating, moved_by, rate_match
from bot.services.ratings import storage as ratings
from bot.services.ratings.storage import Key, Moved, RatingRow
from bot.services.standings import finished_storage
from bot.services.standings.deciding import decided
from bot.services.standings.facts import as_finished_match
from bot.services.standings.finished_storage import Finished
from bot.services.standings.rows import after_change, change_row, height, stored_key
from data.ids import PlayerId

BATCH = 1000


def recount(
    connection: Connection, after: int, people: Collection[PlayerId], keys: Collection[Key]
) -> None:
    """Count anew all results ``after`` a number that anything about ``people`` has an effect on.

    That is what they played since, what their opponents have played since then, and so on. ``keys``
    are ratings that are not moved any more as they were.
    """
    affected, touched = set(people), set(keys)
    while batch := finished_storage.following(connection, after, BATCH):
        for facts in batch:
            if not affected.isdisjoint(facts.people):
                affected.update(facts.people)
                touched |= _recount_one(connection, facts)
        after = batch[-1].number
    for key in sorted(touched):
        _refresh(connection, key)


def _recount_one(connection: Connection, facts: Finished) -> set[Key]:
    """Rate a result as if it had only ended now; the ratings that it moved or moves."""
    now = decided(connection, facts)
    if now.unrated != facts.unrated:
        finished_storage.set_unrated(connection, facts.match_id, now.unrated)
    taken = ratings.take_changes(connection, facts.match_id)
    match = as_finished_match(now)
    known = {key: _before(connection, stored_key(key), facts.number) for key in moved_by(match)}
    changes = [change_row(change, now) for change in rate_match(match, known)]
    ratings.add_changes(connection, changes)
    return {each.key for each in (*taken, *changes)}


def _before(connection: Connection, key: Key, number: int) -> Rating:
    last = ratings.last_before(connection, key, number)
    return NEWCOMER if last is None else after_change(last)


def _refresh(connection: Connection, key: Key) -> None:
    """Let the rating be what moved it last, with the record of all that did."""
    game, scope, player_id = key
    if is_stand_in(player_id):
        return  # has no rating; only how that of others was moved is kept
    before = ratings.load(connection, [key]).get(key)
    last = ratings.last_before(connection, key, None)
    if last is None:
        ratings.store(connection, [Moved(before, None)])
        return
    row = RatingRow(
        game=game,
        scope=scope,
        player_id=player_id,
        mu=last.mu,
        sigma=last.sigma,
        played_at=last.at,
        height=height(after_change(last)),
        **ratings.summed_up(connection, key, PROVISIONAL_ABOVE),
    )
    ratings.store(connection, [Moved(before, row)])
