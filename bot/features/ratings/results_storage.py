"""The stored results of matches, numbered in the order in which ratings count them."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, case, delete, func, or_, select, update

from bot.core.faults import each_readable
from bot.core.matches import Result
from bot.core.matches.storage import RUNNING
from bot.features.ratings.results import FinishedMatch, Meetings, SeatResult
from data.columns import typed
from data.ids import MatchId, PlayerId
from data.standing_tables import results, seat_results
from data.statements import columns_of, count_up, row_of
from data.states import UnratedReason
from data.tables import matches, seats

COUNTER = "results"
BATCH = 2000
"""Matches that are read at once."""
COLUMNS = FinishedMatch.__slots__[:-1]
"""The columns of ``results``: all of a FinishedMatch except its seats."""


def next_number(connection: Connection) -> int:
    """The next number of a result; locks the counter until the transaction ends."""
    return count_up(connection, COUNTER)


def add(connection: Connection, new: FinishedMatch) -> None:
    """Store a result."""
    connection.execute(results.insert().values({name: getattr(new, name) for name in COLUMNS}))
    _add_seats(connection, new)


def change(connection: Connection, changed: FinishedMatch) -> None:
    """Replace a stored result."""
    values = {name: getattr(changed, name) for name in ("ending", "unrated", "number")}
    connection.execute(update(results).filter_by(match_id=changed.match_id).values(values))
    connection.execute(delete(seat_results).filter_by(match_id=changed.match_id))
    _add_seats(connection, changed)


def set_unrated(connection: Connection, match_id: MatchId, unrated: UnratedReason | None) -> None:
    """Store why a match is not rated; None if it is."""
    connection.execute(update(results).filter_by(match_id=match_id).values(unrated=unrated))


def remove(connection: Connection, match_id: MatchId) -> None:
    """Remove the result of a match."""
    connection.execute(delete(seat_results).filter_by(match_id=match_id))
    connection.execute(delete(results).filter_by(match_id=match_id))


def get(connection: Connection, match_id: MatchId) -> FinishedMatch | None:
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


def of_player(
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


def over(connection: Connection) -> Iterator[tuple[MatchId, Result, FinishedMatch | None]]:
    """Every ended match by id: the result in its row, and the stored one, None if there is none."""
    last = MatchId(0)
    while rows := connection.execute(
        select(matches.c.id, matches.c.result)
        .where(matches.c.id > last, ~RUNNING)
        .order_by(matches.c.id)
        .limit(BATCH)
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
