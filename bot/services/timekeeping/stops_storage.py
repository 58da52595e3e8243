"""Timeouts that wait for an operator, since there were more of them than can be believed."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, update

from bot.services.timers import SUBJECT
from data.notices import give
from data.statements import insert_missing, one_of, selecting
from data.tables import timeout_stops

THE_ONLY = 1


@dataclass(frozen=True, slots=True)
class TimeoutStop:
    """``due`` of the ``running`` clocks had run out at once. ``allowed``: they may be applied."""

    stopped_at: datetime
    due: int
    running: int
    allowed: bool


def current(connection: Connection) -> TimeoutStop | None:
    """What is stopped now, or None."""
    return one_of(connection, selecting(timeout_stops, TimeoutStop), TimeoutStop)


def stop(connection: Connection, now: datetime, due: int, running: int) -> None:
    """Let no timeout be applied until an operator has decided."""
    row = {"id": THE_ONLY, "stopped_at": now, "due": due, "running": running}
    insert_missing(connection, timeout_stops, [row])


def allow(connection: Connection) -> None:
    """Let those that are due be applied."""
    connection.execute(update(timeout_stops).values(allowed=True))
    give(connection, SUBJECT)


def end(connection: Connection) -> None:
    """Let everything go on as usual."""
    connection.execute(delete(timeout_stops))
    give(connection, SUBJECT)
