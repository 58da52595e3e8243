"""What is left of each seat's time, and the lines that tell how it came to that.

What the words mean that are stored here is told in ``bot.services.clocks``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, insert, select, update

from data import statements
from data.ids import Key, MatchId, PlayerId
from data.shards import Shard
from data.tables import clock_lines, matches, seat_clocks
from rules.game import Seat


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


def of_match(connection: Connection, match_id: MatchId) -> dict[Seat, StoredClock]:
    """The time of every seat that has a clock."""
    found = connection.execute(
        select(seat_clocks).where(seat_clocks.c.match_id == match_id).order_by(seat_clocks.c.seat)
    )
    return {row.seat: _clock(row._mapping) for row in found}


def put(connection: Connection, match_id: MatchId, seat: Seat, clock: StoredClock) -> None:
    """Store what a seat has now."""
    lists = {"pauses": list(clock.pauses), "credited": list(clock.credited)}
    row = {"match_id": match_id, "seat": seat, **asdict(clock), **lists}
    statements.put(connection, seat_clocks, row)


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


def _clock(row: Mapping[Any, Any]) -> StoredClock:
    kept = {name: row[name] for name in StoredClock.__slots__}
    lists = {name: tuple(row[name]) for name in ("pauses", "credited")}
    return StoredClock(**{**kept, **lists})
