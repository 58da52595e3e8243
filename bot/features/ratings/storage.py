"""The stored ratings, their changes by results, and the results, numbered as ratings count them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.core.faults import each_readable
from bot.core.matches import Result
from bot.core.matches.storage import RUNNING
from bot.features.ratings.values import (
    FinishedMatch,
    Meetings,
    Rating,
    RatingChange,
    RatingKey,
    RatingRow,
    SeatResult,
)
from data.columns import typed
from data.ids import MatchId, PlayerId, is_stand_in
from data.standing_tables import rating_changes, ratings, results, seat_results
from data.statements import all_of, columns_of, count_up, put, row_of, selecting
from data.states import UnratedReason
from data.tables import matches, seats


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


def ratings_of(connection: Connection, player_id: PlayerId) -> tuple[RatingRow, ...]:
    """All ratings of a player, by game."""
    theirs = _ROWS.filter_by(player_id=player_id).order_by(ratings.c.game, ratings.c.scope)
    return all_of(connection, theirs, RatingRow)


def store_ratings(connection: Connection, rows: Iterable[RatingRow]) -> None:
    """Insert or replace ratings, except those of deleted people."""
    for row in rows:
        if not is_stand_in(row.player_id):
            put(connection, ratings, _values(row))


def remove_rating(connection: Connection, key: RatingKey) -> None:
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


def add_ratings(connection: Connection, rows: Sequence[RatingRow]) -> None:
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


COUNTER = "results"
MATCHES_READ = 2000
"""How many matches are read in one statement."""
COLUMNS = FinishedMatch.__slots__[:-1]
"""The columns of ``results``: all of a FinishedMatch except its seats."""


def next_number(connection: Connection) -> int:
    """The next number of a result; locks the counter until the transaction ends."""
    return count_up(connection, COUNTER)


def add_result(connection: Connection, new: FinishedMatch) -> None:
    """Store a result."""
    connection.execute(results.insert().values({name: getattr(new, name) for name in COLUMNS}))
    _add_seats(connection, new)


def change_result(connection: Connection, changed: FinishedMatch) -> None:
    """Replace a stored result."""
    values = {name: getattr(changed, name) for name in ("ending", "unrated", "number")}
    connection.execute(update(results).filter_by(match_id=changed.match_id).values(values))
    connection.execute(delete(seat_results).filter_by(match_id=changed.match_id))
    _add_seats(connection, changed)


def set_unrated(connection: Connection, match_id: MatchId, unrated: UnratedReason | None) -> None:
    """Store why a match is not rated; None if it is."""
    connection.execute(update(results).filter_by(match_id=match_id).values(unrated=unrated))


def remove_result(connection: Connection, match_id: MatchId) -> None:
    """Remove the result of a match."""
    connection.execute(delete(seat_results).filter_by(match_id=match_id))
    connection.execute(delete(results).filter_by(match_id=match_id))


def result_of(connection: Connection, match_id: MatchId) -> FinishedMatch | None:
    """The result of the match; None if none is stored."""
    return next(_found(connection, results.c.match_id == match_id), None)


def following(connection: Connection, number: int, most: int) -> tuple[FinishedMatch, ...]:
    """At most ``most`` results after this ``number``, in order."""
    numbers = select(results.c.number).where(results.c.number > number).order_by(results.c.number)
    last = connection.scalar(select(func.max(numbers.limit(most).subquery().c.number)))
    if last is None:
        return ()
    return tuple(_found(connection, results.c.number > number, results.c.number <= last))


def in_order(connection: Connection, match_ids: Sequence[MatchId]) -> tuple[MatchId, ...]:
    """Those of the matches that are over, in the order of their results."""
    found = select(results.c.match_id).where(results.c.match_id.in_(match_ids))
    return tuple(connection.scalars(found.order_by(results.c.number)))


def timeouts(
    connection: Connection, player_id: PlayerId, at: datetime, within: timedelta, before: int
) -> int:
    """The number of a player's timeouts ``within`` a time of ``at``, in results ``before`` one."""
    found = select(func.count()).where(
        seat_results.c.player_id == player_id,
        seat_results.c.timed_out_at.between(at - within, at + within),
        seat_results.c.number < before,
    )
    return connection.scalar(found) or 0


def timed_out_in(
    connection: Connection, match_ids: Sequence[MatchId]
) -> dict[PlayerId, list[datetime]]:
    """The players who ran out of time in these matches, and when, in order."""
    late = (seat_results.c.timed_out_at.is_not(None), seat_results.c.player_id.is_not(None))
    query = select(seat_results.c.player_id, seat_results.c.timed_out_at).where(*late)
    found: dict[PlayerId, list[datetime]] = {}
    for player_id, at in connection.execute(
        query.where(seat_results.c.match_id.in_(match_ids)).order_by(seat_results.c.timed_out_at)
    ):
        found.setdefault(player_id, []).append(at)
    return found


def rated_since(
    connection: Connection, game: str, players: Sequence[PlayerId], since: datetime
) -> int:
    """The number of matches of exactly these ``players`` since then that are or may be rated."""
    sitting = select(func.count()).where(seats.c.match_id == matches.c.id).scalar_subquery()
    theirs = [
        matches.c.id.in_(select(seats.c.match_id).filter_by(player_id=player)) for player in players
    ]
    found = (
        select(func.count())
        .select_from(matches.outerjoin(results, results.c.match_id == matches.c.id))
        .where(
            *theirs,
            matches.c.game == game,
            matches.c.created_at > since,
            matches.c.unrated.is_(None),
            or_(results.c.match_id.is_(None), results.c.unrated.is_(None)),
            sitting == len(players),
        )
    )
    return connection.scalar(found) or 0


def meetings(
    connection: Connection, one: PlayerId, other: PlayerId, game: str | None = None
) -> tuple[Meetings, ...]:
    """The results of two players against each other, by game, rated or not."""
    own, theirs = seat_results.alias("own"), seat_results.alias("theirs")
    counted = [
        func.sum(case((condition, 1), else_=0)).label(name)
        for name, condition in (
            ("ahead", own.c.place < theirs.c.place),
            ("level", own.c.place == theirs.c.place),
            ("behind", own.c.place > theirs.c.place),
        )
    ]
    query = (
        select(own.c.game, *counted)
        .join(theirs, theirs.c.match_id == own.c.match_id)
        .where(own.c.player_id == one, theirs.c.player_id == other, own.c.place.is_not(None))
        .group_by(own.c.game)
        .order_by(own.c.game)
    )
    if game is not None:
        query = query.where(own.c.game == game)
    return tuple(Meetings(game, *map(int, counts)) for game, *counts in connection.execute(query))


def _add_seats(connection: Connection, new: FinishedMatch) -> None:
    rows = [
        {
            "match_id": new.match_id,
            "seat": number,
            "number": new.number,
            "game": new.game,
            **row_of(seat),
        }
        for number, seat in enumerate(new.seats)
    ]
    connection.execute(seat_results.insert(), rows)


def _found(connection: Connection, *conditions: ColumnElement[bool]) -> Iterator[FinishedMatch]:
    of_match = [results.c[name] for name in COLUMNS]
    of_seats = columns_of(seat_results, SeatResult)
    rows = connection.execute(
        select(*of_match, *of_seats)
        .join(seat_results, seat_results.c.match_id == results.c.match_id)
        .where(*conditions)
        .order_by(results.c.number, seat_results.c.seat)
    )
    # columns by position, which is faster: recomputing reads all results
    for _, group in groupby(rows, key=itemgetter(COLUMNS.index("match_id"))):
        seated = [tuple(row) for row in group]
        values: list[Any] = list(seated[0][: len(COLUMNS)])
        values.append(tuple([SeatResult(*row[len(COLUMNS) :]) for row in seated]))
        yield FinishedMatch(*values)


def results_of(
    connection: Connection, player_id: PlayerId, game: str | None, most: int
) -> tuple[FinishedMatch, ...]:
    """The results of a player in one game, or in all for None, the latest first."""
    own = select(seat_results.c.number).where(
        seat_results.c.player_id == player_id, seat_results.c.place.is_not(None)
    )
    if game is not None:
        own = own.where(seat_results.c.game == game)
    return _numbered(connection, own.order_by(seat_results.c.number.desc()).limit(most))


def _numbered(connection: Connection, numbers: Select[Any]) -> tuple[FinishedMatch, ...]:
    wanted = sorted(connection.scalars(numbers))
    found = each_readable(
        "result",
        lambda: _found(connection, results.c.number.in_(wanted)),
        lambda: wanted,
        lambda number: next(_found(connection, results.c.number == number), None),
    )
    return found[::-1]


def between_players(
    connection: Connection, one: PlayerId, other: PlayerId, most: int
) -> tuple[FinishedMatch, ...]:
    """The results of matches between two players, the latest first."""
    own, theirs = seat_results.alias("own"), seat_results.alias("theirs")
    latest = (
        select(own.c.number)
        .join(theirs, theirs.c.match_id == own.c.match_id)
        .where(own.c.player_id == one, theirs.c.player_id == other, own.c.place.is_not(None))
        .order_by(own.c.number.desc())
        .limit(most)
    )
    return _numbered(connection, latest)


def ended_matches(connection: Connection) -> Iterator[tuple[MatchId, Result, FinishedMatch | None]]:
    """Every ended match by id: the result in its row, and the stored one, None if there is none."""
    last = MatchId(0)
    while rows := connection.execute(
        select(matches.c.id, matches.c.result)
        .where(matches.c.id > last, ~RUNNING)
        .order_by(matches.c.id)
        .limit(MATCHES_READ)
    ).all():
        among = (results.c.match_id > last, results.c.match_id <= rows[-1].id)
        known = {each.match_id: each for each in _found(connection, *among)}
        for match_id, result in rows:
            yield match_id, typed(result, Result), known.get(match_id)
        last = rows[-1].id


def running_again(connection: Connection) -> tuple[MatchId, ...]:
    """The running matches of which a result is stored."""
    kept = select(results.c.match_id).join(matches, matches.c.id == results.c.match_id)
    return tuple(connection.scalars(kept.where(RUNNING)))
