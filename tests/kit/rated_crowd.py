"""Many ratings at once, below the surface, for lists that are long."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from bot.core.people import players
from bot.features.ratings import Rating, RatingRow
from bot.features.ratings import storage as ratings
from bot.features.ratings.values import height
from data.ids import PlayerId

BATCH = 5000


def add_crowd(
    connection: Connection, game: str, scope: int, crowd: Sequence[Rating], first: int = 1000
) -> list[PlayerId]:
    """Give a rating to as many new players, whose numbers count from ``first``."""
    ids = [PlayerId(first + number) for number in range(len(crowd))]
    for begin in range(0, len(crowd), BATCH):
        part = list(zip(ids, crowd, strict=True))[begin : begin + BATCH]
        players.ensure(connection, [each for each, _ in part], _played(part[0][1]))
        rows = [_row(game, scope, player_id, rating) for player_id, rating in part]
        ratings.add_ratings(connection, rows)
    return ids


def _row(game: str, scope: int, player_id: PlayerId, rating: Rating) -> RatingRow:
    return RatingRow(
        game=game,
        scope=scope,
        player_id=player_id,
        mu=rating.mu,
        sigma=rating.sigma,
        best=None,
        won=1,
        drawn=0,
        lost=0,
        played_at=_played(rating),
        height=height(rating),
    )


def _played(rating: Rating) -> datetime:
    assert rating.played_at is not None
    return rating.played_at
