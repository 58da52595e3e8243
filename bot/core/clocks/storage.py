"""What is left of each seat's time, and the lines that tell how it came to that."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, exists, insert, select, update

from bot.core import absences
from bot.core.clocks.ledger import LedgerLine
from bot.core.clocks.seat_clock import SeatClock
from bot.core.people.settings import ReminderSettings, reminder_settings
from data.columns import readable, typed
from data.ids import Key, MatchId
from data.shards import Shard
from data.statements import columns_of, insert_one, row_of, selecting, typed_rows
from data.tables import clock_lines, matches, outages, players, timeout_stops
from rules.game import Seat

CHOSEN = players.c.reminders
"""What is read of whoever sits at a seat, so that the reminders of a turn can be planned."""

ABSENT_SINCE = absences.since(matches.c.server_id, absences.HOME).label("absent_since")
OWED = exists().where(~outages.c.done).label("owed")
THE_STOP = 1
"""The only one there can be."""
HELD = exists().where(timeout_stops.c.id == THE_STOP, ~timeout_stops.c.allowed).label("held")


@dataclass(frozen=True, slots=True)
class Clocks:
    """What every seat with a clock has, and the newest ``lines``, not in the ledger yet."""

    seats: tuple[SeatClock, ...]
    lines: tuple[LedgerLine, ...] = ()

    def of(self, seat: Seat | None) -> SeatClock | None:
        """What a seat has; None without a clock."""
        return next((each for each in self.seats if each.seat == seat), None)


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(Clocks)


def written(clocks: Clocks) -> str:
    """The clocks of a match as JSON, the same whenever they are the same."""
    return _ENCODER.encode(clocks).decode()


@lru_cache(maxsize=1024)  # a match comes with every row of its seats
def read(text: str) -> Clocks:
    """The clocks that were written like this; raises UnreadableError for what was not."""
    with readable():
        return _DECODER.decode(text)


@dataclass(frozen=True, slots=True)
class MatchTime:
    """What a change of a match's clocks has to know.

    ``chosen``, by seat, is how those who sit there want to be reminded, None for an engine; it is
    empty where that was not read. ``owed``: an outage, of whatever servers, is not made good yet
    everywhere. ``held``: nobody loses on time before an operator has decided.
    """

    clocks: Clocks
    chosen: tuple[ReminderSettings | None, ...] = ()
    owed: bool = False
    held: bool = False


def time_of(sitting: Sequence[Mapping[Any, Any]]) -> MatchTime | None:
    """The time of a match from its rows, one for each seat; None where no time runs."""
    kept = sitting[0]["clocks"]
    if kept is None:
        return None
    stored = (row[CHOSEN] for row in sitting)
    chosen = tuple(None if each is None else reminder_settings.read(each) for each in stored)
    return MatchTime(read(kept), chosen, sitting[0]["owed"], sitting[0]["held"])


def put(
    connection: Connection, match_id: MatchId, clocks: Clocks, deadline: datetime | None
) -> None:
    """Store what the seats have now, and let lists know until when whoever is to move has time."""
    values = {"clocks": written(clocks), "deadline": deadline}
    connection.execute(update(matches).filter_by(id=match_id).values(values))


def add_lines(connection: Connection, match_id: MatchId, lines: Iterable[LedgerLine]) -> None:
    """Store what has changed, in this order."""
    rows = [{"match_id": match_id, **row_of(line)} for line in lines]
    if rows:
        connection.execute(insert(clock_lines), rows)


def add_keyed(connection: Connection, match_id: MatchId, line: LedgerLine, key: Key) -> int:
    """Store a change that ``key`` can make only once; its number."""
    return insert_one(connection, clock_lines, {"match_id": match_id, **row_of(line), "key": key})


def line(connection: Connection, number: int) -> tuple[MatchId, LedgerLine] | None:
    """The change of this number and its match, or None."""
    columns = (clock_lines.c.match_id, *columns_of(clock_lines, LedgerLine))
    row = connection.execute(select(*columns).filter_by(id=number)).one_or_none()
    if row is None:
        return None
    match_id, *values = row
    return match_id, typed(dict(zip(LedgerLine.__slots__, values, strict=True)), LedgerLine)


def lines_of(connection: Connection, match_id: MatchId) -> tuple[LedgerLine, ...]:
    """Everything that has changed the match's clocks, in order."""
    return typed_rows(connection, _LINES.filter_by(match_id=match_id), LedgerLine)


_LINES = selecting(clock_lines, LedgerLine).order_by(clock_lines.c.id)


def made_good_since(
    connection: Connection, match_id: MatchId, seat: Seat, since: datetime
) -> timedelta:
    """How much time the seat has got since then for outages."""
    theirs = select(clock_lines.c.amount).filter_by(match_id=match_id, seat=seat)
    later = theirs.where(clock_lines.c.outage.is_not(None), clock_lines.c.at >= since)
    return sum(connection.scalars(later), timedelta())


def running_kinds(connection: Connection) -> tuple[str, ...]:
    """The clocks, as they are written, of all matches in which somebody's time runs, each once."""
    found = select(matches.c.clock).where(matches.c.deadline.is_not(None)).distinct()
    return tuple(connection.scalars(found))


def timed_after(
    connection: Connection,
    match_id: MatchId,
    most: int,
    shard: Shard,
    kinds: Sequence[str] | None = None,
) -> tuple[MatchId, ...]:
    """Up to ``most`` matches with higher numbers in which somebody's time runs, in order.

    Those in servers of the shard alone, and with clocks that are written like one of ``kinds``.
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
