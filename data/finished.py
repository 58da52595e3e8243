"""What finished matches came to, in the order in which they count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, delete, func, insert, or_, select, update

from data.ids import MatchId, PlayerId, ServerId
from data.results import Outcome, outcome
from data.statements import count_up
from data.states import EndReason, MatchStatus, UnratedReason
from data.tables import matches, results, seat_results, seats

COUNTER = "results"


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one seat came off. ``player_id`` is None for a program.

    ``place`` is how many seats came before it, None after an end without result; ``moves`` are
    those that stand.
    """

    player_id: PlayerId | None
    place: int | None
    moves: int
    timed_out_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over. ``number`` says where in the order of results it counts.

    ``agreed`` is why it was not to be rated, as the players knew before; ``unrated`` why it is not.
    """

    match_id: MatchId
    number: int
    game: str
    variant: str
    server_id: ServerId | None
    ended_at: datetime
    reason: EndReason
    agreed: UnratedReason | None
    unrated: UnratedReason | None
    seats: tuple[SeatResult, ...]

    @property
    def people(self) -> tuple[PlayerId, ...]:
        """Who played, but for programs."""
        return tuple(seat.player_id for seat in self.seats if seat.player_id is not None)

    def outcome(self, player_id: PlayerId) -> Outcome:
        """How the match, which has a result, went for one of its people."""
        places = {seat.player_id: seat.place or 0 for seat in self.seats}
        first = sum(not seat.place for seat in self.seats)
        return outcome(places[player_id], first)


KEPT = Finished.__slots__[:-1]
"""What is kept of a match beside its seats."""


def next_number(connection: Connection) -> int:
    """The next place in the order of results; nobody else gets one until this transaction ends."""
    return count_up(connection, COUNTER)


def add(connection: Connection, new: Finished) -> None:
    """Keep what a match came to."""
    row = {name: getattr(new, name) for name in KEPT}
    connection.execute(insert(results).values(row))
    _add_seats(connection, new)


def change(connection: Connection, changed: Finished) -> None:
    """Keep what a match came to, in place of what was kept before."""
    connection.execute(
        update(results)
        .where(results.c.match_id == changed.match_id)
        .values(reason=changed.reason, unrated=changed.unrated, number=changed.number)
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


def get(connection: Connection, match_id: MatchId) -> Finished | None:
    """What the match came to; None if it is not over, or was before results were kept."""
    return next(_found(connection, results.c.match_id == match_id), None)


def following(connection: Connection, number: int, most: int) -> tuple[Finished, ...]:
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
            matches.c.status.not_in((MatchStatus.ABORTED, MatchStatus.ANNULLED)),
            sitting == len(players),
        )
    )
    return int(found.scalar_one())


@dataclass(frozen=True, slots=True)
class Meetings:
    """How two players came off against each other in a game: so often the one was ahead.

    ``behind`` counts when the other was, ``level`` when they tied.
    """

    game: str
    ahead: int
    level: int
    behind: int

    @property
    def count(self) -> int:
        """How often they met."""
        return self.ahead + self.level + self.behind


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


def _add_seats(connection: Connection, new: Finished) -> None:
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


def _found(connection: Connection, *conditions: ColumnElement[bool]) -> Iterator[Finished]:
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
        yield Finished(*values)


def of_player(
    connection: Connection, player_id: PlayerId, game: str | None, most: int
) -> tuple[Finished, ...]:
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
) -> tuple[Finished, ...]:
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
