"""What is left of each seat's time, and the lines that tell how it came to that."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, exists, insert, select, update

from bot.services.clocks.ledger import LedgerLine
from bot.services.clocks.seat_clock import SeatClock
from bot.services.people.settings import ReminderSettings, reminder_settings
from data.columns import readable, typed
from data.ids import Key, MatchId
from data.shards import Shard
from data.tables import clock_lines, matches, outages, players
from rules.game import Seat

CHOSEN = players.c.reminders
"""What is read of whoever sits at a seat, so that the reminders of a turn can be planned."""

OWED = exists().where(~outages.c.done).label("owed")


@dataclass(frozen=True, slots=True)
class Clocks:
    """What every seat with a clock has.

    ``lines`` are the newest of the ledger: they are written there together with the next ones.
    """

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
    everywhere.
    """

    clocks: Clocks
    chosen: tuple[ReminderSettings | None, ...] = ()
    owed: bool = False


def time_of(sitting: Sequence[Mapping[Any, Any]]) -> MatchTime | None:
    """The time of a match from its rows, one for each seat; None where no time runs."""
    kept = sitting[0]["clocks"]
    if kept is None:
        return None
    return MatchTime(read(kept), tuple(map(_chosen, sitting)), sitting[0]["owed"])


def put(
    connection: Connection, match_id: MatchId, clocks: Clocks, deadline: datetime | None
) -> None:
    """Store what the seats have now, and let lists know until when whoever is to move has time."""
    connection.execute(
        update(matches)
        .where(matches.c.id == match_id)
        .values(clocks=written(clocks), deadline=deadline)
    )


def add_lines(connection: Connection, match_id: MatchId, lines: Iterable[LedgerLine]) -> None:
    """Store what has changed, in this order."""
    rows = [{"match_id": match_id, **_columns(line)} for line in lines]
    if rows:
        connection.execute(insert(clock_lines), rows)


def add_keyed(connection: Connection, match_id: MatchId, line: LedgerLine, key: Key) -> int:
    """Store a change that ``key`` can make only once; its number."""
    row = {"match_id": match_id, **_columns(line), "key": key}
    stored = connection.execute(insert(clock_lines).values(row).returning(clock_lines.c.id))
    return int(stored.scalar_one())


def has_key(connection: Connection, key: Key) -> bool:
    """Whether something was changed under this key."""
    found = connection.execute(select(clock_lines.c.id).where(clock_lines.c.key == key))
    return found.scalar() is not None


def line(connection: Connection, number: int) -> tuple[MatchId, LedgerLine] | None:
    """The change of this number and its match, or None."""
    row = connection.execute(select(clock_lines).where(clock_lines.c.id == number)).one_or_none()
    if row is None:
        return None
    return MatchId(row.match_id), _line(row._mapping)


def lines_of(connection: Connection, match_id: MatchId) -> tuple[LedgerLine, ...]:
    """Everything that has changed the match's clocks, in order."""
    found = connection.execute(
        select(*(clock_lines.c[name] for name in LedgerLine.__slots__))
        .where(clock_lines.c.match_id == match_id)
        .order_by(clock_lines.c.id)
    )
    return tuple(_line(row._mapping) for row in found)


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


def running_kinds(connection: Connection) -> tuple[str, ...]:
    """The clocks, as they are written, of all matches in which somebody's time runs, each once."""
    found = select(matches.c.clock).where(matches.c.deadline.is_not(None)).distinct()
    return tuple(connection.execute(found).scalars())


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
    return tuple(MatchId(number) for number in connection.execute(chosen).scalars())


def _line(row: Mapping[Any, Any]) -> LedgerLine:
    return typed({name: row[name] for name in LedgerLine.__slots__}, LedgerLine)


def _columns(line: LedgerLine) -> dict[str, Any]:
    return {name: getattr(line, name) for name in LedgerLine.__slots__}


def _chosen(row: Mapping[Any, Any]) -> ReminderSettings | None:
    stored = row[CHOSEN]
    return None if stored is None else reminder_settings.read(stored)
