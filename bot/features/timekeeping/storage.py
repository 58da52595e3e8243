"""What timekeeping stores: presence and outages of shards, vacations, and stopped timeouts.

A shard is present while a process serves it and is connected to Discord. An outage is the time
between two moments of presence that lie further apart than they should.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, or_, select, update

from bot.core import absences
from bot.core.clocks import GRACE, Outage
from bot.core.clocks.storage import STOP_ID
from bot.core.timers import SUBJECT
from data.database import notify
from data.ids import Key, MatchId, PlayerId
from data.shards import Shard
from data.statements import all_of, insert_missing, one_of, put_all, put_where, selecting
from data.states import MessageKind, TimerKind
from data.tables import (
    matches,
    outages,
    seats,
    shard_presence,
    timeout_stops,
    timers,
    vacations,
)

DEADLINE_TIMER = TimerKind("deadline")
PAUSE_END_TIMER = TimerKind("pause_end")
VACATION_END_TIMER = TimerKind("vacation_end")
CLOCK_MESSAGE = MessageKind("clock")

PROCESS_SKEW = timedelta(minutes=1)
"""The most by which the clocks of processes may differ."""


@dataclass(frozen=True, slots=True)
class StoredPresence:
    """When a shard was present last, and since when without a break; None while it is absent."""

    present_at: datetime | None
    since: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardOutage(Outage):
    """An outage of a shard, credited to its matches up to ``credited_to``."""

    shard: Shard
    credited_to: MatchId


def note_presence(
    connection: Connection, shards: Mapping[Shard, datetime | None], now: datetime
) -> None:
    """Store a beat: since when each of ``shards`` has been present, None if it is absent."""
    there = [_row(shard, now) | {"present_at": now, "since": at} for shard, at in shards.items()]
    lost = [_row(shard, now) | {"since": None} for shard, at in shards.items() if at is None]
    for rows in ([row for row in there if row["since"]], lost):
        if rows:
            put_all(connection, shard_presence, rows)


def follow_clock(connection: Connection, shard: Shard, now: datetime) -> None:
    """If the system clock was set back since the last beat, move the stored times back as well.

    Otherwise a correction of the clock before the next beat would go unnoticed.
    """
    known = {"shard": shard.number, "shard_count": shard.count}
    noted = connection.execute(select(shard_presence).filter_by(**known)).one_or_none()
    if noted is None or noted.present_at is None or noted.beat_at - now <= PROCESS_SKEW:
        return
    present_at = noted.present_at - (noted.beat_at - now)
    followed = update(shard_presence).filter_by(**known)
    connection.execute(followed.values(present_at=present_at, beat_at=now))


def last_present(connection: Connection, shard: Shard, now: datetime) -> datetime | None:
    """When the shard was present last; None if it never was.

    After a change of the number of shards, the presence of any old shard counts, unless its clock
    was ahead.
    """
    found = presence_by_shard(connection)
    own = found.pop(shard, None)
    known = [own.present_at] if own else []
    known += [
        each.present_at
        for other, each in found.items()
        if other.count != shard.count and each.present_at and each.present_at <= now + PROCESS_SKEW
    ]
    return max((moment for moment in known if moment is not None), default=None)


def presence_by_shard(connection: Connection) -> dict[Shard, StoredPresence]:
    """The stored presence of each shard."""
    return {
        Shard(row.shard, row.shard_count): StoredPresence(row.present_at, row.since)
        for row in connection.execute(select(shard_presence))
    }


def add_outage(
    connection: Connection, shard: Shard, began: datetime, ended: datetime, *, live_only: bool
) -> bool:
    """Store an outage of a shard, and its presence at the end.

    False, with nothing written, if the shard was present after ``began``: another process has
    stored an outage or a beat, so the caller must compute the gaps again.
    """
    there = _row(shard, ended) | {"present_at": ended}
    earlier = or_(shard_presence.c.present_at.is_(None), shard_presence.c.present_at <= began)
    if not put_where(connection, shard_presence, there, earlier):
        return False
    row = {"shard": shard.number, "shard_count": shard.count, "live_only": live_only}
    connection.execute(insert(outages).values(began=began, ended=ended, **row))
    return True


def unfinished_outages(connection: Connection, *, lock: bool = False) -> tuple[ShardOutage, ...]:
    """The outages that are not credited to all matches yet, in order."""
    query = select(outages).where(~outages.c.done).order_by(outages.c.id)
    return tuple(
        ShardOutage(
            id=row.id,
            began=row.began,
            ended=row.ended,
            live_only=row.live_only,
            shard=Shard(row.shard, row.shard_count),
            credited_to=row.credited_to,
        )
        for row in connection.execute(query.with_for_update() if lock else query)
    )


def set_credited(connection: Connection, outage_id: int, up_to: MatchId, *, done: bool) -> None:
    """Store up to which match an outage is credited; timeouts go on once it is done."""
    connection.execute(update(outages).filter_by(id=outage_id).values(credited_to=up_to, done=done))
    if done:
        notify(connection, SUBJECT)


def _row(shard: Shard, now: datetime) -> dict[str, object]:
    return {"shard": shard.number, "shard_count": shard.count, "beat_at": now}


@dataclass(frozen=True, slots=True)
class StoredVacation:
    """A player's vacation; ``ended_at`` is None until it is over."""

    id: int
    player_id: PlayerId
    began_at: datetime
    ends_at: datetime
    ended_at: datetime | None


def begin_vacation(
    connection: Connection, player_id: PlayerId, began: datetime, ends: datetime, key: Key
) -> StoredVacation | None:
    """Store a new vacation; None if the player is on one already."""
    row = {"player_id": player_id, "began_at": began, "ends_at": ends, "key": key}
    inserted = insert_missing(connection, vacations, [row]) == 1
    return vacation_of(connection, player_id) if inserted else None


def end_vacation(connection: Connection, vacation_id: int, at: datetime) -> None:
    """Store the end of a vacation."""
    connection.execute(update(vacations).filter_by(id=vacation_id).values(ended_at=at))


def current_vacations(
    connection: Connection, players: Iterable[PlayerId]
) -> dict[PlayerId, StoredVacation]:
    """The current vacations of the players, by player."""
    theirs = vacations.c.player_id.in_(list(players))
    found = all_of(
        connection, _VACATIONS.where(theirs, vacations.c.ended_at.is_(None)), StoredVacation
    )
    return {each.player_id: each for each in found}


def vacation_of(connection: Connection, player_id: PlayerId) -> StoredVacation | None:
    """The player's current vacation, or None."""
    return current_vacations(connection, [player_id]).get(player_id)


def vacations_ending_after(
    connection: Connection, players: Iterable[PlayerId], since: datetime
) -> tuple[StoredVacation, ...]:
    """The players' vacations that ended after ``since``, or have not ended."""
    theirs = vacations.c.player_id.in_(list(players))
    ended = func.coalesce(vacations.c.ended_at, vacations.c.ends_at)
    return all_of(connection, _VACATIONS.where(theirs, ended > since), StoredVacation)


def vacations_since(
    connection: Connection, player_id: PlayerId, since: datetime
) -> tuple[StoredVacation, ...]:
    """The player's vacations that began since then, in order."""
    later = _VACATIONS.filter_by(player_id=player_id).where(vacations.c.began_at >= since)
    return all_of(connection, later.order_by(vacations.c.began_at), StoredVacation)


def set_away(
    connection: Connection, match_id: MatchId, player_id: PlayerId, until: datetime | None
) -> None:
    """Store at a seat until when its player is away, for lists and boards."""
    theirs = update(seats).filter_by(match_id=match_id, player_id=player_id)
    connection.execute(theirs.values(away_until=until))


_VACATIONS = selecting(vacations, StoredVacation)


@dataclass(frozen=True, slots=True)
class TimeoutStop:
    """A stop: ``due`` of ``running`` players were late at once; ``allowed``: timeouts may go on."""

    stopped_at: datetime
    due: int
    running: int
    allowed: bool


@dataclass(frozen=True, slots=True)
class Lateness:
    """The number of players who would lose on time now, and whether there is a TimeoutStop."""

    players: int
    is_stopped: bool


def lateness(connection: Connection, now: datetime, most: int) -> Lateness:
    """Count the players who would lose on time, each once, up to ``most``.

    The deadline must have passed too, as a timer may come before it. Deadlines count as stored, so
    outages should have been credited.
    """
    given = {"now": now, "passed": now - GRACE, "most": most}
    return Lateness(*connection.execute(_LATENESS, given).one())


def count_to_move(connection: Connection) -> int:
    """The number of players to move whose time runs."""
    return connection.scalar(_TO_MOVE) or 0


_PLAYERS_TO_MOVE = (
    select(seats.c.player_id)
    .distinct()
    .select_from(timers)
    .join(matches, matches.c.id == timers.c.subject_id)
    .join(seats, (seats.c.match_id == matches.c.id) & (seats.c.seat == matches.c.to_move))
    .where(timers.c.kind == DEADLINE_TIMER, matches.c.deadline.is_not(None))
    # neither engines, which are NULL, nor stand-ins of deleted players
    .where(seats.c.player_id > 0)
    # absences pause clocks without writing it into each match
    .where(~absences.is_absent(matches.c.server_id, absences.HOME))
)
_LATE = _PLAYERS_TO_MOVE.where(
    timers.c.due_at <= bindparam("now"), matches.c.deadline <= bindparam("passed")
)
_LATENESS = select(
    select(func.count()).select_from(_LATE.limit(bindparam("most")).subquery()).scalar_subquery(),
    exists(select(timeout_stops.c.id).filter_by(id=STOP_ID)),
)
"""Built once, as every sweep of timers runs it."""
_TO_MOVE = select(func.count()).select_from(_PLAYERS_TO_MOVE.subquery())


def current_stop(connection: Connection) -> TimeoutStop | None:
    """The current stop, or None."""
    return one_of(connection, selecting(timeout_stops, TimeoutStop), TimeoutStop)


def stop_timeouts(connection: Connection, now: datetime, due: int, running: int) -> None:
    """Stop all timeouts until an operator decides."""
    row = {"id": STOP_ID, "stopped_at": now, "due": due, "running": running}
    insert_missing(connection, timeout_stops, [row])


def allow_timeouts(connection: Connection) -> None:
    """Allow the timeouts that are due."""
    connection.execute(update(timeout_stops).values(allowed=True))
    notify(connection, SUBJECT)


def end_stop(connection: Connection) -> None:
    """End the stop."""
    connection.execute(delete(timeout_stops))
    notify(connection, SUBJECT)
