"""SQL of the seats' time and of its ledger."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, exists, insert, select, update

from bot.core import absences
from bot.core.clocks.seat_clock import LedgerLine, SeatClock
from bot.core.people.settings import ReminderSettings, reminder_settings
from data.columns import readable, typed
from data.ids import Key, MatchId
from data.shards import Shard
from data.statements import columns_of, insert_one, row_of, selecting, typed_rows
from data.tables import clock_lines, matches, outages, players, timeout_stops
from rules.game import Seat

REMINDERS = players.c.reminders
"""The column of a player's reminder settings, read with each seat to plan reminders."""

ABSENT_SINCE = absences.since(matches.c.server_id, absences.HOME).label("absent_since")
OWED = exists().where(~outages.c.done).label("owed")
STOP_ID = 1
"""The id of the only row of ``timeout_stops``."""
STOPPED = exists().where(timeout_stops.c.id == STOP_ID, ~timeout_stops.c.allowed).label("held")


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of all seats, and the newest ``lines``, which the ledger does not have yet."""

    seats: tuple[SeatClock, ...]
    lines: tuple[LedgerLine, ...] = ()

    def of(self, seat: Seat | None) -> SeatClock | None:
        """The clock of a seat; None without one."""
        return next((each for each in self.seats if each.seat == seat), None)


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(Clocks)


def encode(clocks: Clocks) -> str:
    """The clocks of a match as canonical JSON."""
    return _ENCODER.encode(clocks).decode()


@lru_cache(maxsize=1024)  # each row of a seat has the clocks of its match
def decode(text: str) -> Clocks:
    """The clocks from JSON; raises UnreadableError."""
    with readable():
        return _DECODER.decode(text)


@dataclass(frozen=True, slots=True)
class MatchTime:
    """The clocks of a match, and what a change of them depends on.

    ``chosen`` are the reminder settings by seat, None for an engine; empty if not read. ``owed``:
    some outage is not credited in all matches yet. ``held``: timeouts wait for an operator.
    """

    clocks: Clocks
    chosen: tuple[ReminderSettings | None, ...] = ()
    owed: bool = False
    held: bool = False


def time_of(sitting: Sequence[Mapping[Any, Any]]) -> MatchTime:
    """The time of a match with clocks from its rows, one for each seat."""
    stored = (row[REMINDERS] for row in sitting)
    chosen = tuple(None if each is None else reminder_settings.read(each) for each in stored)
    return MatchTime(decode(sitting[0]["clocks"]), chosen, sitting[0]["owed"], sitting[0]["held"])


def put(
    connection: Connection, match_id: MatchId, clocks: Clocks, deadline: datetime | None
) -> None:
    """Store the clocks of a match, and the deadline of the seat to move."""
    values = {"clocks": encode(clocks), "deadline": deadline}
    connection.execute(update(matches).filter_by(id=match_id).values(values))


def add_lines(connection: Connection, match_id: MatchId, lines: Iterable[LedgerLine]) -> None:
    """Append lines to the ledger, in this order."""
    rows = [{"match_id": match_id, **row_of(line)} for line in lines]
    if rows:
        connection.execute(insert(clock_lines), rows)


def add_keyed(connection: Connection, match_id: MatchId, line: LedgerLine, key: Key) -> int:
    """Append a line with a unique key; returns its id."""
    return insert_one(connection, clock_lines, {"match_id": match_id, **row_of(line), "key": key})


def get_line(connection: Connection, number: int) -> tuple[MatchId, LedgerLine] | None:
    """The line with this id, and its match; or None."""
    columns = (clock_lines.c.match_id, *columns_of(clock_lines, LedgerLine))
    row = connection.execute(select(*columns).filter_by(id=number)).one_or_none()
    if row is None:
        return None
    match_id, *values = row
    return match_id, typed(dict(zip(LedgerLine.__slots__, values, strict=True)), LedgerLine)


def lines_of(connection: Connection, match_id: MatchId) -> tuple[LedgerLine, ...]:
    """The ledger of a match, in order."""
    return typed_rows(connection, _LINES.filter_by(match_id=match_id), LedgerLine)


_LINES = selecting(clock_lines, LedgerLine).order_by(clock_lines.c.id)


def credited_since(
    connection: Connection, match_id: MatchId, seat: Seat, since: datetime
) -> timedelta:
    """How much time the seat has been credited for outages since then."""
    theirs = select(clock_lines.c.amount).filter_by(match_id=match_id, seat=seat)
    later = theirs.where(clock_lines.c.outage.is_not(None), clock_lines.c.at >= since)
    return sum(connection.scalars(later), timedelta())


def running_clocks(connection: Connection) -> tuple[str, ...]:
    """The distinct clocks, in notation, of all matches with a running deadline."""
    found = select(matches.c.clock).where(matches.c.deadline.is_not(None)).distinct()
    return tuple(connection.scalars(found))


def timed_after(
    connection: Connection,
    match_id: MatchId,
    most: int,
    shard: Shard,
    kinds: Sequence[str] | None = None,
) -> tuple[MatchId, ...]:
    """Up to ``most`` matches of the shard with a deadline and a higher id, in order.

    With ``kinds`` only those with one of these clocks, in notation.
    """
    query = (
        select(matches.c.id)
        .where(matches.c.id > match_id, matches.c.deadline.is_not(None))
        .where(shard.holds(matches.c.server_id))
        .order_by(matches.c.id)
        .limit(most)
    )
    chosen = query if kinds is None else query.where(matches.c.clock.in_(kinds))
    return tuple(connection.scalars(chosen))
