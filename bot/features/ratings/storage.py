"""The stored ratings, and their changes by results; ``day`` is a ``date.toordinal``."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, case, delete, func, insert, select

from bot.core.people.forgotten import is_stand_in
from bot.features.ratings.values import Rating, RatingChange, RatingKey, RatingRow
from data.ids import MatchId, PlayerId
from data.standing_tables import rating_changes, ratings
from data.statements import all_of, put, row_of, selecting

ALL_TIME = 0
"""A first day before every match."""


def load(connection: Connection, keys: Iterable[RatingKey]) -> dict[RatingKey, RatingRow]:
    """The ratings of these keys, as far as they exist."""
    wanted: dict[tuple[str, int], list[PlayerId]] = {}
    for game, scope, player_id in keys:
        wanted.setdefault((game, scope), []).append(player_id)
    found: dict[RatingKey, RatingRow] = {}
    for (game, scope), people in wanted.items():
        # with a list of whole keys SQLite would scan the table
        theirs = ratings.c.player_id.in_(people)
        rows = _ROWS.filter_by(game=game, scope=scope).where(theirs)
        found |= {row.key: row for row in all_of(connection, rows, RatingRow)}
    return found


def of_player(connection: Connection, player_id: PlayerId) -> tuple[RatingRow, ...]:
    """All ratings of a player, by game."""
    theirs = _ROWS.filter_by(player_id=player_id).order_by(ratings.c.game, ratings.c.scope)
    return all_of(connection, theirs, RatingRow)


def store(connection: Connection, rows: Iterable[RatingRow]) -> None:
    """Insert or replace ratings, except those of deleted people."""
    for row in rows:
        if not is_stand_in(row.player_id):
            put(connection, ratings, _values(row))


def remove(connection: Connection, key: RatingKey) -> None:
    """Remove a rating."""
    connection.execute(delete(ratings).filter_by(**key._asdict()))


def add_changes(connection: Connection, changes: Sequence[RatingChange]) -> None:
    """Store changes of ratings."""
    if changes:
        connection.execute(insert(rating_changes), [each._asdict() for each in changes])


def take_changes(connection: Connection, match_id: MatchId) -> tuple[RatingChange, ...]:
    """Remove the changes by a match; the removed ones."""
    taken = changes_of(connection, match_id)
    if taken:
        connection.execute(delete(rating_changes).filter_by(match_id=match_id))
    return taken


def changes_of(connection: Connection, match_id: MatchId) -> tuple[RatingChange, ...]:
    """The changes by a match."""
    found = _CHANGES.filter_by(match_id=match_id)
    ordered = found.order_by(rating_changes.c.scope, rating_changes.c.player_id)
    return tuple(RatingChange(*row) for row in connection.execute(ordered))


def known_now(
    connection: Connection, keys: Iterable[RatingKey], rows: Mapping[RatingKey, RatingRow]
) -> dict[RatingKey, Rating]:
    """The current ratings: those of ``rows``, and of deleted people by their last changes."""
    found = {key: row.rating for key, row in rows.items()}
    for key in keys:
        last = last_before(connection, key, None) if is_stand_in(key.player_id) else None
        if last is not None:
            found[key] = last.after
    return found


def last_before(connection: Connection, key: RatingKey, number: int | None) -> RatingChange | None:
    """The last change of a rating before the result of this number; None if there is none."""
    query = _of(key).order_by(rating_changes.c.number.desc()).limit(1)
    if number is not None:
        query = query.where(rating_changes.c.number < number)
    row = connection.execute(query).one_or_none()
    return None if row is None else RatingChange(*row)


def summed_up(connection: Connection, key: RatingKey, certain: float) -> Mapping[str, Any]:
    """``best``, ``won``, ``drawn`` and ``lost`` of a rating, from all its changes.

    ``best`` is the highest number of points where sigma was at most ``certain``.
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
    """Remove the ratings of a player, and no changes: those of opponents depend on them."""
    connection.execute(delete(ratings).filter_by(player_id=player_id))


def clear(connection: Connection) -> None:
    """Remove all ratings and changes."""
    for table in (rating_changes, ratings):
        connection.execute(delete(table))


def add_all(connection: Connection, rows: Sequence[RatingRow]) -> None:
    """Insert ratings that do not exist yet."""
    if rows:
        connection.execute(insert(ratings), [_values(row) for row in rows])


_ROWS = selecting(ratings, RatingRow)
_CHANGES = select(*(rating_changes.c[name] for name in RatingChange._fields))


def _of(key: RatingKey) -> Select[Any]:
    return _CHANGES.filter_by(**RatingKey(*key)._asdict())


def _values(row: RatingRow) -> dict[str, Any]:
    return {**row_of(row), "day": row.day}


def history(connection: Connection, key: RatingKey, most: int) -> tuple[RatingChange, ...]:
    """The last ``most`` changes of a rating, in order."""
    found = connection.execute(_of(key).order_by(rating_changes.c.number.desc()).limit(most))
    return tuple(reversed([RatingChange(*row) for row in found]))
