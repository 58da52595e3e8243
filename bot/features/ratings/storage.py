"""Ratings as they are, and how results moved them; ``day`` counts days as ``date.toordinal``."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, case, delete, func, insert, select

from bot.core.people.forgotten import is_stand_in
from bot.features.ratings.values import Rating, RatingChange, RatingKey, RatingRow
from data.ids import MatchId, PlayerId
from data.standing_tables import rating_changes, ratings
from data.statements import all_of, put, row_of, selecting

ALL_TIME = 0
"""The day since which everybody has played."""


def load(connection: Connection, keys: Iterable[RatingKey]) -> dict[RatingKey, RatingRow]:
    """Those of the ratings that there are."""
    wanted: dict[tuple[str, int], list[PlayerId]] = {}
    for game, scope, player_id in keys:
        wanted.setdefault((game, scope), []).append(player_id)
    found: dict[RatingKey, RatingRow] = {}
    for (game, scope), people in wanted.items():
        # a list of whole keys would have SQLite read the whole table
        theirs = ratings.c.player_id.in_(people)
        rows = _ROWS.filter_by(game=game, scope=scope).where(theirs)
        found |= {row.key: row for row in all_of(connection, rows, RatingRow)}
    return found


def of_player(connection: Connection, player_id: PlayerId) -> tuple[RatingRow, ...]:
    """All ratings of a player, game by game."""
    theirs = _ROWS.filter_by(player_id=player_id).order_by(ratings.c.game, ratings.c.scope)
    return all_of(connection, theirs, RatingRow)


def store(connection: Connection, rows: Iterable[RatingRow]) -> None:
    """Keep ratings as they are now. Deleted people have none."""
    for row in rows:
        if not is_stand_in(row.player_id):
            put(connection, ratings, _values(row))


def remove(connection: Connection, key: RatingKey) -> None:
    """Keep a rating no more."""
    connection.execute(delete(ratings).filter_by(**key._asdict()))


def add_changes(connection: Connection, changes: Sequence[RatingChange]) -> None:
    """Keep how a result moved ratings."""
    if changes:
        connection.execute(insert(rating_changes), [each._asdict() for each in changes])


def take_changes(connection: Connection, match_id: MatchId) -> tuple[RatingChange, ...]:
    """Keep no more how a match moved ratings; what was kept."""
    taken = changes_of(connection, match_id)
    if taken:
        connection.execute(delete(rating_changes).filter_by(match_id=match_id))
    return taken


def changes_of(connection: Connection, match_id: MatchId) -> tuple[RatingChange, ...]:
    """How a match moved ratings."""
    found = _CHANGES.filter_by(match_id=match_id)
    ordered = found.order_by(rating_changes.c.scope, rating_changes.c.player_id)
    return tuple(RatingChange(*row) for row in connection.execute(ordered))


def known_now(
    connection: Connection, keys: Iterable[RatingKey], rows: Mapping[RatingKey, RatingRow]
) -> dict[RatingKey, Rating]:
    """The ratings as they are: of ``rows``, and of deleted people by what moved them last."""
    found = {key: row.rating for key, row in rows.items()}
    for key in keys:
        last = last_before(connection, key, None) if is_stand_in(key.player_id) else None
        if last is not None:
            found[key] = last.after
    return found


def last_before(connection: Connection, key: RatingKey, number: int | None) -> RatingChange | None:
    """What moved a rating last, before the result of this number; None for a newcomer's."""
    query = _of(key).order_by(rating_changes.c.number.desc()).limit(1)
    if number is not None:
        query = query.where(rating_changes.c.number < number)
    row = connection.execute(query).one_or_none()
    return None if row is None else RatingChange(*row)


def summed_up(connection: Connection, key: RatingKey, certain: float) -> Mapping[str, Any]:
    """``best``, ``won``, ``drawn`` and ``lost`` of a rating, from all that moved it.

    The best counts where sigma was not above ``certain``.
    """
    moved = _of(key).subquery()
    settled = case((moved.c.sigma <= certain, moved.c.points))
    counted = [
        func.coalesce(func.sum(case((moved.c.outcome == outcome, 1), else_=0)), 0).label(name)
        for name, outcome in (("won", 1), ("drawn", 0), ("lost", -1))
    ]
    row = connection.execute(select(func.max(settled).label("best"), *counted)).one()
    return {name: None if value is None else int(value) for name, value in row._mapping.items()}


def forget(connection: Connection, player_id: PlayerId) -> None:
    """Have no ratings of somebody any more. How their opponents' were moved is kept."""
    connection.execute(delete(ratings).filter_by(player_id=player_id))


def clear(connection: Connection) -> None:
    """Have no ratings at all, to make them anew."""
    for table in (rating_changes, ratings):
        connection.execute(delete(table))


def add_all(connection: Connection, rows: Sequence[RatingRow]) -> None:
    """Keep ratings where there were none."""
    if rows:
        connection.execute(insert(ratings), [_values(row) for row in rows])


_ROWS = selecting(ratings, RatingRow)
_CHANGES = select(*(rating_changes.c[name] for name in RatingChange._fields))


def _of(key: RatingKey) -> Select[Any]:
    return _CHANGES.filter_by(**RatingKey(*key)._asdict())


def _values(row: RatingRow) -> dict[str, Any]:
    return {**row_of(row), "day": row.day}


def history(connection: Connection, key: RatingKey, most: int) -> tuple[RatingChange, ...]:
    """The last that moved a rating, at most ``most``, in order."""
    found = connection.execute(_of(key).order_by(rating_changes.c.number.desc()).limit(most))
    return tuple(reversed([RatingChange(*row) for row in found]))
