"""Ratings as values, and as the rows in which they are kept."""

from __future__ import annotations

from bot.services.ratings import (
    Rating,
    RatingChange,
    RatingKey,
    is_provisional,
    points,
    sort_key,
)
from data.finished import Finished
from data.ids import ServerId
from data.ratings import EVERYWHERE, ChangeRow, Key, RatingRow

UNITS = 1_000_000
SETTLED = 1_000 * UNITS
"""Above every height that a provisional rating can have."""


def scope_of(server_id: ServerId | None) -> int:
    """The number under which ratings of a server are kept; None is everywhere."""
    return EVERYWHERE if server_id is None else server_id


def stored_key(key: RatingKey) -> Key:
    """Under what a rating is kept."""
    return key.game, scope_of(key.server_id), key.player_id


def height(rating: Rating) -> int:
    """Where leaderboards put the rating; equal ones share a place."""
    settled, level = sort_key(rating)
    return round(level * UNITS) + (SETTLED if settled else 0)


def rating_of(row: RatingRow) -> Rating:
    """The rating that is kept."""
    return Rating(row.mu, row.sigma, row.played_at)


def after_change(row: ChangeRow) -> Rating:
    """The rating that a result led to."""
    return Rating(row.mu, row.sigma, row.at)


def before_change(row: ChangeRow) -> Rating:
    """The rating that a result found."""
    return Rating(row.mu_before, row.sigma_before)


def change_row(change: RatingChange, facts: Finished) -> ChangeRow:
    """A change as it is kept."""
    game, scope, player_id = stored_key(change.key)
    return ChangeRow(
        match_id=facts.match_id,
        player_id=player_id,
        scope=scope,
        game=game,
        number=facts.number,
        outcome=facts.outcome(player_id),
        mu_before=change.before.mu,
        sigma_before=change.before.sigma,
        mu=change.after.mu,
        sigma=change.after.sigma,
        points_before=points(change.before),
        points=points(change.after),
        at=facts.ended_at,
    )


class Record:
    """What the changes of one rating add up to: how it was last moved, the best of it, and how
    often each outcome came.
    """

    __slots__ = ("best", "last", "outcomes")

    def __init__(self, before: RatingRow | None = None) -> None:
        """Nothing yet, or what is kept."""
        self.last: ChangeRow | None = None
        self.best = None if before is None else before.best
        self.outcomes = {1: 0, 0: 0, -1: 0}
        if before is not None:
            self.outcomes = {1: before.won, 0: before.drawn, -1: before.lost}

    def add(self, change: ChangeRow) -> None:
        """Count one change more."""
        self.last = change
        self.outcomes[change.outcome] += 1
        if not is_provisional(change) and (self.best is None or change.points > self.best):
            self.best = change.points

    def row(self) -> RatingRow:
        """The rating as it is kept; raises ValueError where nothing has moved it."""
        if self.last is None:
            raise ValueError("nothing has moved this rating")
        after = after_change(self.last)
        return RatingRow(
            game=self.last.game,
            scope=self.last.scope,
            player_id=self.last.player_id,
            mu=self.last.mu,
            sigma=self.last.sigma,
            best=self.best,
            won=self.outcomes[1],
            drawn=self.outcomes[0],
            lost=self.outcomes[-1],
            played_at=self.last.at,
            height=height(after),
        )


def moved_row(before: RatingRow | None, change: ChangeRow) -> RatingRow:
    """The row of a rating after a change."""
    record = Record(before)
    record.add(change)
    return record.row()
