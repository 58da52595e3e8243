"""What is left of each seat's time, and the lines that tell how it came to that.

What the words mean that are stored here is told in ``bot.services.clocks``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, and_, bindparam, exists, insert, select, update

from data import statements
from data.ids import Key, MatchId, PlayerId
from data.reminder_settings import ReminderSettings
from data.shards import Shard
from data.tables import clock_lines, matches, outages, players, seat_clocks, seats
from rules.game import Seat

# built once: making a statement anew takes as long as running it
_OF_MATCH = (
    select(
        seat_clocks,
        *(players.c[name] for name in ReminderSettings.__slots__),
        exists().where(~outages.c.done).label("owed"),
    )
    .outerjoin(
        seats, and_(seats.c.match_id == seat_clocks.c.match_id, seats.c.seat == seat_clocks.c.seat)
    )
    .outerjoin(players, players.c.id == seats.c.player_id)
    .where(seat_clocks.c.match_id == bindparam("match_id"))
    .order_by(seat_clocks.c.seat)
)


@dataclass(frozen=True, slots=True)
class StoredClock:
    """A seat's time. ``turn_ply`` is None while the seat is not to move."""

    balance: timedelta
    turn_ply: int | None
    runs_from: datetime | None
    head_start: timedelta
    posted: bool
    pauses: tuple[str, ...]
    credited: tuple[int, ...]
    timed_out_at: datetime | None


@dataclass(frozen=True, slots=True)
class StoredLine:
    """One change of a seat's time."""

    seat: Seat
    kind: str
    amount: timedelta
    balance: timedelta
    at: datetime
    ply: int
    by: PlayerId | None
    outage: int | None


@dataclass(frozen=True, slots=True)
class StoredClocks:
    """The time of every seat of a match that has a clock.

    ``chosen`` is how those who sit there want to be reminded. ``owed``: an outage, of whatever
    servers, is not made good yet everywhere.
    """

    seats: dict[Seat, StoredClock]
    chosen: dict[Seat, ReminderSettings]
    owed: bool


def of_match(connection: Connection, match_id: MatchId) -> StoredClocks:
    """What a change of the match's clocks has to know, in one statement."""
    found = [row._mapping for row in connection.execute(_OF_MATCH, {"match_id": match_id})]
    return StoredClocks(
        {row["seat"]: _clock(row) for row in found},
        {row["seat"]: _chosen(row) for row in found if row["reminder_way"] is not None},
        any(row["owed"] for row in found),
    )


def put(connection: Connection, match_id: MatchId, clocks: Mapping[Seat, StoredClock]) -> None:
    """Store what some seats have now."""
    rows = [
        {
            "match_id": match_id,
            "seat": seat,
            **asdict(clock),
            "pauses": list(clock.pauses),
            "credited": list(clock.credited),
        }
        for seat, clock in clocks.items()
    ]
    statements.put_all(connection, seat_clocks, rows)


def add_lines(connection: Connection, match_id: MatchId, lines: Iterable[StoredLine]) -> None:
    """Store what has changed, in this order."""
    rows = [{"match_id": match_id, **asdict(line)} for line in lines]
    if rows:
        connection.execute(insert(clock_lines), rows)


def add_keyed(connection: Connection, match_id: MatchId, line: StoredLine, key: Key) -> int:
    """Store a change that ``key`` can make only once; its number."""
    row = {"match_id": match_id, **asdict(line), "key": key}
    stored = connection.execute(insert(clock_lines).values(row).returning(clock_lines.c.id))
    return int(stored.scalar_one())


def has_key(connection: Connection, key: Key) -> bool:
    """Whether something was changed under this key."""
    found = connection.execute(select(clock_lines.c.id).where(clock_lines.c.key == key))
    return found.scalar() is not None


def line(connection: Connection, number: int) -> tuple[MatchId, StoredLine] | None:
    """The change of this number and its match, or None."""
    row = connection.execute(select(clock_lines).where(clock_lines.c.id == number)).one_or_none()
    if row is None:
        return None
    kept = {name: row._mapping[name] for name in StoredLine.__slots__}
    return MatchId(row.match_id), StoredLine(**kept)


def lines_of(connection: Connection, match_id: MatchId) -> tuple[StoredLine, ...]:
    """Everything that has changed the match's clocks, in order."""
    found = connection.execute(
        select(*(clock_lines.c[name] for name in StoredLine.__slots__))
        .where(clock_lines.c.match_id == match_id)
        .order_by(clock_lines.c.id)
    )
    return tuple(StoredLine(**row._mapping) for row in found)


def made_good_since(
    connection: Connection, match_id: MatchId, seat: Seat, since: datetime
) -> timedelta:
    """How much time the seat has got since then for outages."""
    found = connection.execute(
        select(clock_lines.c.amount).where(
            clock_lines.c.match_id == match_id,
            clock_lines.c.seat == seat,
            clock_lines.c.outage.is_not(None),
            clock_lines.c.at >= since,
        )
    )
    return sum(found.scalars(), timedelta())


def set_deadline(connection: Connection, match_id: MatchId, deadline: datetime | None) -> None:
    """Let lists know until when whoever is to move has time."""
    connection.execute(update(matches).where(matches.c.id == match_id).values(deadline=deadline))


def timed_after(
    connection: Connection, match_id: MatchId, most: int, shard: Shard
) -> tuple[MatchId, ...]:
    """Up to ``most`` matches with higher numbers in which somebody's time runs, in order.

    Those in servers of the shard alone.
    """
    found = connection.execute(
        select(matches.c.id)
        .where(matches.c.id > match_id, matches.c.deadline.is_not(None))
        .where(shard.holds(matches.c.server_id))
        .order_by(matches.c.id)
        .limit(most)
    )
    return tuple(MatchId(number) for number in found.scalars())


def set_pause(connection: Connection, match_id: MatchId, until: datetime | None) -> None:
    """Let lists know until when the clocks stand still by agreement."""
    connection.execute(update(matches).where(matches.c.id == match_id).values(paused_until=until))


def _chosen(row: Mapping[Any, Any]) -> ReminderSettings:
    return ReminderSettings(**{name: row[name] for name in ReminderSettings.__slots__})


def _clock(row: Mapping[Any, Any]) -> StoredClock:
    kept = {name: row[name] for name in StoredClock.__slots__}
    lists = {name: tuple(row[name]) for name in ("pauses", "credited")}
    return StoredClock(**{**kept, **lists})
