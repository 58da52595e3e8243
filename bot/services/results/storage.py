"""What matches came to, in the order in which they count, beside what their own rows say."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Connection, case, delete, func, insert, or_, select, update

from bot.services.matches import Result
from bot.services.matches.storage import RUNNING
from bot.services.results.models import FinishedMatch, Meetings, SeatResult
from data.columns import typed
from data.ids import MatchId, PlayerId
from data.statements import count_up
from data.states import Ending, UnratedReason
from data.tables import matches, results, seat_results, seats

COUNTER = "results"
BATCH = 2000


KEPT = FinishedMatch.__slots__[:-1]
"""What is kept of a match beside its seats."""


def next_number(connection: Connection) -> int:
    """The next place in the order of results; nobody else gets one until this transaction ends."""
    return count_up(connection, COUNTER)


def add(connection: Connection, new: FinishedMatch) -> None:
    """Keep what a match came to."""
    row = {name: getattr(new, name) for name in KEPT}
    connection.execute(insert(results).values(row))
    _add_seats(connection, new)


def change(connection: Connection, changed: FinishedMatch) -> None:
    """Keep what a match came to, in place of what was kept before."""
    connection.execute(
        update(results)
        .where(results.c.match_id == changed.match_id)
        .values(ending=changed.ending, unrated=changed.unrated, number=changed.number)
    )
    connection.execute(delete(seat_results).where(seat_results.c.match_id == changed.match_id))
    _add_seats(connection, changed)


def set_unrated(connection: Connection, match_id: MatchId, unrated: UnratedReason | None) -> None:
    """Note why a match is not rated; None if it is."""
    connection.execute(
        update(results).where(results.c.match_id == match_id).values(unrated=unrated)
    )


def remove(connection: Connection, match_id: MatchId) -> None:
    """Keep nothing of a match that is not over after all."""
    connection.execute(delete(seat_results).where(seat_results.c.match_id == match_id))
    connection.execute(delete(results).where(results.c.match_id == match_id))


def get(connection: Connection, match_id: MatchId) -> FinishedMatch | None:
    """What the match came to; None if it is not over, or was before results were kept."""
    return next(_found(connection, results.c.match_id == match_id), None)


def following(connection: Connection, number: int, most: int) -> tuple[FinishedMatch, ...]:
    """The results after the one of this ``number``, in order, at most ``most``."""
    numbers = select(results.c.number).where(results.c.number > number).order_by(results.c.number)
    last = connection.execute(select(func.max(numbers.limit(most).subquery().c.number))).scalar()
    if last is None:
        return ()
    return tuple(_found(connection, results.c.number > number, results.c.number <= last))


def timeouts(
    connection: Connection, player_id: PlayerId, at: datetime, within: timedelta, before: int
) -> int:
    """How often somebody ran out of time ``within`` that of ``at``, in results ``before`` one."""
    found = connection.execute(
        select(func.count()).where(
            seat_results.c.player_id == player_id,
            seat_results.c.timed_out_at >= at - within,
            seat_results.c.timed_out_at <= at + within,
            seat_results.c.number < before,
        )
    )
    return int(found.scalar_one())


def rated_since(
    connection: Connection, game: str, players: Sequence[PlayerId], since: datetime
) -> int:
    """How many matches of just these ``players`` began ``since`` then that are, or may be, rated.

    Those that are still being played count too.
    """
    sitting = select(func.count()).where(seats.c.match_id == matches.c.id).scalar_subquery()
    theirs = [
        matches.c.id.in_(select(seats.c.match_id).where(seats.c.player_id == player))
        for player in players
    ]
    found = connection.execute(
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
    return int(found.scalar_one())


def meetings(
    connection: Connection, one: PlayerId, other: PlayerId, game: str | None = None
) -> tuple[Meetings, ...]:
    """How two players came off against each other, game by game, rated or not."""
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
    found = connection.execute(query)
    return tuple(Meetings(row[0], int(row[1]), int(row[2]), int(row[3])) for row in found)


def _add_seats(connection: Connection, new: FinishedMatch) -> None:
    rows = [
        {
            "match_id": new.match_id,
            "seat": number,
            "number": new.number,
            "game": new.game,
            **{name: getattr(seat, name) for name in SeatResult.__slots__},
        }
        for number, seat in enumerate(new.seats)
    ]
    connection.execute(insert(seat_results), rows)


def _found(connection: Connection, *conditions: ColumnElement[bool]) -> Iterator[FinishedMatch]:
    kept = [results.c[name] for name in KEPT]
    sitting = [seat_results.c[name] for name in SeatResult.__slots__]
    rows = connection.execute(
        select(*kept, *sitting)
        .join(seat_results, seat_results.c.match_id == results.c.match_id)
        .where(*conditions)
        .order_by(results.c.number, seat_results.c.seat)
    )
    # by position, because all results may be read
    for _, group in groupby(rows, key=itemgetter(KEPT.index("match_id"))):
        seated = [tuple(row) for row in group]
        values: list[Any] = list(seated[0][: len(KEPT)])
        values.append(tuple([SeatResult(*row[len(KEPT) :]) for row in seated]))
        yield FinishedMatch(*values)


def of_player(
    connection: Connection, player_id: PlayerId, game: str | None, most: int
) -> tuple[FinishedMatch, ...]:
    """What the player's matches came to, the latest first; of one game, or of all for None."""
    own = select(seat_results.c.number).where(
        seat_results.c.player_id == player_id, seat_results.c.place.is_not(None)
    )
    if game is not None:
        own = own.where(seat_results.c.game == game)
    latest = own.order_by(seat_results.c.number.desc()).limit(most)
    numbers = connection.execute(latest).scalars().all()
    return tuple(reversed(list(_found(connection, results.c.number.in_(numbers)))))


def between_players(
    connection: Connection, one: PlayerId, other: PlayerId, most: int
) -> tuple[FinishedMatch, ...]:
    """What the matches of two players came to, the latest first."""
    own, theirs = seat_results.alias("own"), seat_results.alias("theirs")
    latest = (
        select(own.c.number)
        .join(theirs, theirs.c.match_id == own.c.match_id)
        .where(own.c.player_id == one, theirs.c.player_id == other, own.c.place.is_not(None))
        .order_by(own.c.number.desc())
        .limit(most)
    )
    numbers = connection.execute(latest).scalars().all()
    return tuple(reversed(list(_found(connection, results.c.number.in_(numbers)))))


Known: TypeAlias = tuple[Ending, tuple[int | None, ...]]
"""How a match ended, and the places of its seats."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that is over, and what is kept of its result: how it ended, None if nothing is, and
    the places by seat.
    """

    match_id: MatchId
    result: Result
    ending: Ending | None
    places: tuple[int | None, ...]


def over(connection: Connection) -> Iterator[Ended]:
    """Every match that is over, in the order of their numbers."""
    last = MatchId(0)
    while rows := connection.execute(
        select(matches.c.id, matches.c.result)
        .where(matches.c.id > last, ~RUNNING)
        .order_by(matches.c.id)
        .limit(BATCH)
    ).all():
        known = _known(connection, last, rows[-1].id)
        for match_id, kept in rows:
            result = typed(kept, Result)
            yield Ended(match_id, result, *known.get(match_id, (None, ())))
        last = rows[-1].id


def _known(connection: Connection, after: MatchId, last: MatchId) -> dict[MatchId, Known]:
    """What is kept of the matches with numbers above ``after``, to the ``last``."""
    found = connection.execute(
        select(results.c.match_id, results.c.ending, seat_results.c.place)
        .join(seat_results, seat_results.c.match_id == results.c.match_id)
        .where(results.c.match_id > after, results.c.match_id <= last)
        .order_by(results.c.match_id, seat_results.c.seat)
    )
    known: dict[MatchId, Known] = {}
    for match_id, ending, place in found:
        known[match_id] = (ending, (*known[match_id][1], place) if match_id in known else (place,))
    return known


def running_again(connection: Connection) -> tuple[MatchId, ...]:
    """The matches that are not over though a result of them is kept."""
    found = connection.execute(
        select(results.c.match_id).join(matches, matches.c.id == results.c.match_id).where(RUNNING)
    )
    return tuple(found.scalars())
