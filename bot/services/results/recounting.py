"""Counting anew what followed on a result that has changed."""

from collections.abc import Collection
from dataclasses import replace

from sqlalchemy import Connection

from bot.services.people.forgotten import is_stand_in
from bot.services.ratings import (
    NEWCOMER,
    PROVISIONAL_ABOVE,
    Rating,
    RatingKey,
    RatingRow,
    height,
)
from bot.services.ratings import storage as ratings
from bot.services.ratings.storage import Moved
from bot.services.results import storage
from bot.services.results.models import FinishedMatch
from bot.services.results.rating import TIMEOUTS_WITHIN, moved_by, rate_match, why_unrated
from data.ids import PlayerId

BATCH = 1000


def decided(connection: Connection, match: FinishedMatch) -> FinishedMatch:
    """The same with why it is not rated, as the results before it say."""
    earlier = [
        storage.timeouts(
            connection, seat.player_id, seat.timed_out_at, TIMEOUTS_WITHIN, match.number
        )
        for seat in match.seats
        if seat.player_id is not None and seat.timed_out_at is not None
    ]
    return replace(match, unrated=why_unrated(match, max(earlier, default=0)))


def recount(
    connection: Connection, after: int, people: Collection[PlayerId], keys: Collection[RatingKey]
) -> None:
    """Count anew all results ``after`` a number that anything about ``people`` has an effect on.

    That is what they played since, what their opponents have played since then, and so on. ``keys``
    are ratings that are not moved any more as they were.
    """
    affected, touched = set(people), set(keys)
    while batch := storage.following(connection, after, BATCH):
        for match in batch:
            if not affected.isdisjoint(match.people):
                affected.update(match.people)
                touched |= _recount_one(connection, match)
        after = batch[-1].number
    for key in sorted(touched):
        _refresh(connection, key)


def _recount_one(connection: Connection, match: FinishedMatch) -> set[RatingKey]:
    """Rate a result as if it had only ended now; the ratings that it moved or moves."""
    now = decided(connection, match)
    if now.unrated != match.unrated:
        storage.set_unrated(connection, match.match_id, now.unrated)
    taken = ratings.take_changes(connection, match.match_id)
    known = {key: _before(connection, key, match.number) for key in moved_by(now)}
    changes = rate_match(now, known)
    ratings.add_changes(connection, changes)
    return {each.key for each in (*taken, *changes)}


def _before(connection: Connection, key: RatingKey, number: int) -> Rating:
    last = ratings.last_before(connection, key, number)
    return NEWCOMER if last is None else last.after


def _refresh(connection: Connection, key: RatingKey) -> None:
    """Let the rating be what moved it last, with the record of all that did."""
    if is_stand_in(key.player_id):
        return  # has no rating; only how that of others was moved is kept
    before = ratings.load(connection, [key]).get(key)
    last = ratings.last_before(connection, key, None)
    if last is None:
        ratings.store(connection, [Moved(before, None)])
        return
    row = RatingRow(
        **key._asdict(),
        mu=last.mu,
        sigma=last.sigma,
        played_at=last.at,
        height=height(last.after),
        **ratings.summed_up(connection, key, PROVISIONAL_ABOVE),
    )
    ratings.store(connection, [Moved(before, row)])
