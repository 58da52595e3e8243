"""Whether the bot is there: heartbeats of its processes, and when none of them was.

A process is present while it is connected to Discord. Between two instants at which any was
present, further apart than they should be, lies an outage.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, func, or_, select, update

from data.ids import MatchId
from data.notices import give
from data.statements import insert_missing, put
from data.tables import outages, processes
from data.timers import SUBJECT

KEPT = timedelta(days=1)
"""How long a process is remembered that does not beat any more."""

APART = timedelta(minutes=1)
"""How far the clocks of processes may be apart."""


@dataclass(frozen=True, slots=True)
class StoredOutage:
    """An outage. Matches up to ``credited_to`` have been credited, all of them once it is done."""

    id: int
    began: datetime
    ended: datetime
    credited_to: MatchId


def beat(connection: Connection, name: str, now: datetime, *, connected: bool) -> None:
    """Note that a process is alive; and present, if it is connected to Discord."""
    row = {"name": name, "connected": connected, "beat_at": now}
    put(connection, processes, row | ({"present_at": now} if connected else {}))
    others = processes.c.name != name
    old, ahead = processes.c.beat_at < now - KEPT, processes.c.beat_at > now + APART
    # what was noted by a clock that ran ahead would hide the next outage
    connection.execute(delete(processes).where(others, or_(old, ahead)))


def last_present(connection: Connection) -> datetime | None:
    """When a process was present last, None if none ever was."""
    moment: datetime | None = connection.execute(
        select(func.max(processes.c.present_at, type_=processes.c.present_at.type))
    ).scalar()
    return moment


def add_outage(connection: Connection, began: datetime, ended: datetime) -> None:
    """Note an outage, unless the one that began then is noted already."""
    insert_missing(connection, outages, [{"began": began, "ended": ended}])


def undone(connection: Connection, *, lock: bool = False) -> tuple[StoredOutage, ...]:
    """The outages that are not made good yet everywhere, the first one first."""
    kept = [outages.c[name] for name in StoredOutage.__slots__]
    query = select(*kept).where(~outages.c.done).order_by(outages.c.id)
    found = connection.execute(query.with_for_update() if lock else query)
    return tuple(StoredOutage(**row._mapping) for row in found)


def set_credited(connection: Connection, outage_id: int, up_to: MatchId, *, done: bool) -> None:
    """Note up to which match an outage is made good; timeouts may go on once it is done."""
    connection.execute(
        update(outages).where(outages.c.id == outage_id).values(credited_to=up_to, done=done)
    )
    if done:
        give(connection, SUBJECT)
