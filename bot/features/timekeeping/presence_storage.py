"""Whether the bot is there: heartbeats for each of Discord's shards, and when nobody served one.

A shard is present while a process serves it that is connected to Discord. Between two instants at
which it was present, further apart than they should be, lies an outage of its servers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, insert, or_, select, update

from bot.core.clocks import Outage
from bot.core.timers import SUBJECT
from data.ids import MatchId
from data.notices import notify
from data.shards import Shard
from data.statements import put_all, put_where
from data.tables import outages, shard_presence

CLOCKS_APART = timedelta(minutes=1)
"""How far the clocks of processes may be apart."""


@dataclass(frozen=True, slots=True)
class StoredPresence:
    """When a shard was present last, and without a break since when; None while it is not."""

    present_at: datetime | None
    since: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardOutage(Outage):
    """An outage of a shard, credited to matches up to ``credited_to``, or all once done."""

    shard: Shard
    credited_to: MatchId


def beat(connection: Connection, shards: Mapping[Shard, datetime | None], now: datetime) -> None:
    """Note for each of ``shards`` since when it has been present, None if it is not."""
    there = [_row(shard, now) | {"present_at": now, "since": at} for shard, at in shards.items()]
    lost = [_row(shard, now) | {"since": None} for shard, at in shards.items() if at is None]
    for rows in ([row for row in there if row["since"]], lost):
        if rows:
            put_all(connection, shard_presence, rows)


def follow_clock(connection: Connection, shard: Shard, now: datetime) -> None:
    """Where the clock was set back since the last beat, let what is noted be as long ago as it was.

    Else nobody would see that the clock is set right later, before a beat has noted it.
    """
    known = {"shard": shard.number, "shard_count": shard.count}
    noted = connection.execute(select(shard_presence).filter_by(**known)).one_or_none()
    if noted is None or noted.present_at is None or noted.beat_at - now <= CLOCKS_APART:
        return
    present_at = noted.present_at - (noted.beat_at - now)
    followed = update(shard_presence).filter_by(**known)
    connection.execute(followed.values(present_at=present_at, beat_at=now))


def last_present(connection: Connection, shard: Shard, now: datetime) -> datetime | None:
    """When the shard was present last, None if it never was.

    Where Discord's servers have been divided otherwise meanwhile, any presence from then counts,
    unless a clock noted it that ran ahead.
    """
    found = by_shard(connection)
    own = found.pop(shard, None)
    known = [own.present_at] if own else []
    known += [
        each.present_at
        for other, each in found.items()
        if other.count != shard.count and each.present_at and each.present_at <= now + CLOCKS_APART
    ]
    return max((moment for moment in known if moment is not None), default=None)


def by_shard(connection: Connection) -> dict[Shard, StoredPresence]:
    """What is noted of each shard."""
    return {
        Shard(row.shard, row.shard_count): StoredPresence(row.present_at, row.since)
        for row in connection.execute(select(shard_presence))
    }


def add_outage(
    connection: Connection, shard: Shard, began: datetime, ended: datetime, *, live_only: bool
) -> bool:
    """Note an outage of a shard, and that it was present when that ended.

    False, with nothing written, if the shard was present after ``began``: then somebody else has
    just noted it, or a beat, and what is missed has to be reckoned anew.
    """
    there = _row(shard, ended) | {"present_at": ended}
    earlier = or_(shard_presence.c.present_at.is_(None), shard_presence.c.present_at <= began)
    if not put_where(connection, shard_presence, there, earlier):
        return False
    row = {"shard": shard.number, "shard_count": shard.count, "live_only": live_only}
    connection.execute(insert(outages).values(began=began, ended=ended, **row))
    return True


def undone(connection: Connection, *, lock: bool = False) -> tuple[ShardOutage, ...]:
    """The outages that are not made good yet everywhere, the first one first."""
    query = select(outages).where(~outages.c.done).order_by(outages.c.id)
    return tuple(
        ShardOutage(
            *(row.id, row.began, row.ended, row.live_only),
            shard=Shard(row.shard, row.shard_count),
            credited_to=row.credited_to,
        )
        for row in connection.execute(query.with_for_update() if lock else query)
    )


def set_credited(connection: Connection, outage_id: int, up_to: MatchId, *, done: bool) -> None:
    """Note up to which match an outage is made good; timeouts may go on once it is done."""
    connection.execute(update(outages).filter_by(id=outage_id).values(credited_to=up_to, done=done))
    if done:
        notify(connection, SUBJECT)


def _row(shard: Shard, now: datetime) -> dict[str, object]:
    return {"shard": shard.number, "shard_count": shard.count, "beat_at": now}
