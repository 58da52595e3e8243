"""Places among ratings, counted by the index on their heights."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from bot.features.leaderboards.values import Board
from bot.features.ratings import RatingRow
from data.ids import PlayerId
from data.standing_tables import rating_changes, ratings
from data.statements import all_of, selecting


def total(connection: Connection, board: Board) -> int:
    """How many ratings a board has."""
    return connection.execute(select(func.count()).where(*_on(board))).scalar_one()


def rated_by_game(connection: Connection, scope: int) -> dict[str, int]:
    """How many ratings a scope has in each game; games without any are absent."""
    found = select(ratings.c.game, func.count()).where(ratings.c.scope == scope)
    return dict(map(tuple, connection.execute(found.group_by(ratings.c.game))))


def place_of(connection: Connection, board: Board, height: int) -> int:
    """The place of a rating of this height, from 1."""
    higher = select(func.count()).where(*_on(board), ratings.c.height > height)
    return connection.execute(higher).scalar_one() + 1


def sharing_before(connection: Connection, board: Board, row: RatingRow) -> int:
    """How many ratings before this one have the same height."""
    same = select(func.count()).where(*_on(board), ratings.c.height == row.height)
    return connection.execute(same.where(ratings.c.player_id > row.player_id)).scalar_one()


def page(connection: Connection, board: Board, offset: int, size: int) -> tuple[RatingRow, ...]:
    """The ratings from the ``offset``-th on, counted from 0, the highest first."""
    order = ratings.c.height.desc(), ratings.c.player_id.desc()
    # the subquery needs only the index
    people = select(ratings.c.player_id).where(*_on(board)).order_by(*order)
    listed = ratings.c.player_id.in_(people.offset(offset).limit(size))
    query = selecting(ratings, RatingRow).where(*_on(board), listed)
    return all_of(connection, query.order_by(*order), RatingRow)


@dataclass(frozen=True, slots=True)
class RecentChange:
    """How many points a rating has moved since a time, and the record since then."""

    moved: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


def recent_changes(
    connection: Connection, board: Board, people: Sequence[PlayerId]
) -> dict[PlayerId, RecentChange]:
    """How ratings have changed in the time of the trend; unchanged ones are absent."""
    found = connection.execute(
        select(
            rating_changes.c.player_id,
            rating_changes.c.outcome,
            rating_changes.c.points_before,
            rating_changes.c.points,
        )
        .where(
            rating_changes.c.player_id.in_(people),
            rating_changes.c.game == board.game,
            rating_changes.c.scope == board.scope,
            rating_changes.c.at >= board.trend_since,
        )
        .order_by(rating_changes.c.player_id, rating_changes.c.number)
    )
    return {
        player: _summed_up(list(moved))
        for player, moved in groupby(found, key=lambda row: PlayerId(row.player_id))
    }


def _summed_up(moved: list[Any]) -> RecentChange:
    outcomes = [row.outcome for row in moved]
    change = moved[-1].points - moved[0].points_before
    return RecentChange(change, outcomes.count(1), outcomes.count(0), outcomes.count(-1))


def _on(board: Board) -> tuple[ColumnElement[bool], ...]:
    there = (ratings.c.game == board.game, ratings.c.scope == board.scope)
    return (*there, ratings.c.day >= board.first_day) if board.first_day else there
