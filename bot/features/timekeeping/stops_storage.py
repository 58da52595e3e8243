"""Timeouts that wait for an operator, since there were more of them than can be believed."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, exists, func, select, update

from bot.core import absences
from bot.core.clocks import GRACE
from bot.core.clocks.storage import STOP_ID
from bot.core.timers import SUBJECT
from data.notices import notify
from data.statements import insert_missing, one_of, selecting
from data.states import TimerKind
from data.tables import matches, seats, timeout_stops, timers


@dataclass(frozen=True, slots=True)
class TimeoutStop:
    """``due`` of the ``running`` players were late at once; ``allowed``: they may lose."""

    stopped_at: datetime
    due: int
    running: int
    allowed: bool


@dataclass(frozen=True, slots=True)
class Lateness:
    """How many players would lose on time now, and whether there is a TimeoutStop."""

    players: int
    is_stopped: bool


def lateness(connection: Connection, now: datetime, most: int) -> Lateness:
    """Count the players who would lose on time, up to ``most``.

    Each counts once. The deadlines are those that matches have with every outage made good. A timer
    may run out before the deadline, as it does where a board may still be posted.
    """
    given = {"now": now, "passed": now - GRACE, "most": most}
    return Lateness(*connection.execute(_LATENESS, given).one())


def count_to_move(connection: Connection) -> int:
    """How many players are to move with their time running."""
    return connection.scalar(_TO_MOVE) or 0


_THEIRS = (
    select(seats.c.player_id)
    .distinct()
    .select_from(timers)
    .join(matches, matches.c.id == timers.c.subject_id)
    .join(seats, (seats.c.match_id == matches.c.id) & (seats.c.seat == matches.c.to_move))
    .where(timers.c.kind == TimerKind.DEADLINE, matches.c.deadline.is_not(None))
    # neither engines, which have no number, nor the stand-ins of deleted players
    .where(seats.c.player_id > 0)
    # that time stands still where the bot cannot be is not written into each match
    .where(~absences.is_absent(matches.c.server_id, absences.HOME))
)
_LATE = _THEIRS.where(
    timers.c.due_at <= bindparam("now"), matches.c.deadline <= bindparam("passed")
)
_LATENESS = select(
    select(func.count()).select_from(_LATE.limit(bindparam("most")).subquery()).scalar_subquery(),
    exists(select(timeout_stops.c.id).filter_by(id=STOP_ID)),
)
"""Made once, since every sweep runs it."""
_TO_MOVE = select(func.count()).select_from(_THEIRS.subquery())


def current(connection: Connection) -> TimeoutStop | None:
    """The stop that holds now, or None."""
    return one_of(connection, selecting(timeout_stops, TimeoutStop), TimeoutStop)


def stop(connection: Connection, now: datetime, due: int, running: int) -> None:
    """Stop all timeouts until an operator has decided."""
    row = {"id": STOP_ID, "stopped_at": now, "due": due, "running": running}
    insert_missing(connection, timeout_stops, [row])


def allow(connection: Connection) -> None:
    """Allow the timeouts that are due."""
    connection.execute(update(timeout_stops).values(allowed=True))
    notify(connection, SUBJECT)


def end(connection: Connection) -> None:
    """End the stop, so that timeouts go on as usual."""
    connection.execute(delete(timeout_stops))
    notify(connection, SUBJECT)
