"""SQL of absences: servers and channels where the bot cannot be.

During an absence nothing is posted, asked or due there, and no clock runs. After its end, the
clocks of every match there are started again; then the absence is done, and everything else goes
on too.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from data.ids import AbsenceId, ChannelId, MatchId, ServerId
from data.schema import metadata
from data.shards import Shards
from data.statements import all_of, insert_missing, one_of, row_of, selecting
from data.states import AbsenceReason
from data.tables import absences, matches, servers

WHOLE_SERVER = ChannelId(0)
"""Stands for all channels of a server."""
MAX_ABSENCE = timedelta(days=60)
"""After this time, matches there end without a result."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why the bot cannot be somewhere; ``permission`` is the missing one, by discord.py's name."""

    reason: AbsenceReason
    permission: str | None = None


@dataclass(frozen=True, slots=True)
class Absence:
    """A time in which the bot cannot be somewhere; ``ended`` is None while it lasts.

    After its end, clocks were started again in the matches up to ``credited_to``.
    """

    id: AbsenceId
    server_id: ServerId
    channel_id: ChannelId
    reason: AbsenceReason
    permission: str | None
    began: datetime
    ended: datetime | None
    credited_to: MatchId

    @property
    def is_of_server(self) -> bool:
        return self.channel_id == WHOLE_SERVER

    @property
    def ends_at(self) -> datetime:
        """When matches there end without a result, unless the bot is back."""
        return self.began + MAX_ABSENCE

    def waits_until(self, now: datetime) -> datetime:
        """When to check a timer there again: after ``ends_at``, and in the future."""
        return max(self.ends_at, now + MAX_ABSENCE)

    def holds(
        self, server_id: sa.ColumnElement[Any], channel_id: sa.ColumnElement[Any] | None = None
    ) -> sa.ColumnElement[bool]:
        """Whether it concerns a channel of a server, as an SQL expression."""
        there = server_id == self.server_id
        return there if self.is_of_server else there & (channel_id == self.channel_id)

    def covers(self, channel_id: ChannelId | None) -> bool:
        """Whether it concerns this channel of its server."""
        return self.channel_id in (WHOLE_SERVER, channel_id)


_ALL = selecting(absences, Absence)
HOME = sa.case(
    (matches.c.club_id.is_not(None), WHOLE_SERVER),
    else_=sa.func.coalesce(matches.c.thread_id, matches.c.channel_id),
)
"""The channel without which a match stands still, as an SQL expression.

It is that of its posts. Club matches go on without a channel, as long as the bot is in the server.
"""


def covering(
    server_id: sa.ColumnElement[Any], channel_id: sa.ColumnElement[Any] | None
) -> sa.ColumnElement[bool]:
    """Selects absences not done that concern a channel; without one, the whole server."""
    there = absences.c.channel_id == WHOLE_SERVER
    if channel_id is not None:
        there |= absences.c.channel_id == channel_id
    return (absences.c.server_id == server_id) & ~absences.c.done & there


def is_absent(
    server_id: sa.ColumnElement[Any], channel_id: sa.ColumnElement[Any]
) -> sa.ColumnElement[bool]:
    """Whether the bot is absent from a channel of a server, as an SQL expression."""
    return sa.exists().where(covering(server_id, channel_id))


def since(
    server_id: sa.ColumnElement[Any], channel_id: sa.ColumnElement[Any]
) -> sa.ColumnElement[datetime | None]:
    """Since when the bot is absent there, as an SQL expression; NULL if it is not."""
    first = sa.func.min(absences.c.began, type_=absences.c.began.type)
    return sa.select(first).where(covering(server_id, channel_id)).scalar_subquery()


def get(connection: sa.Connection, absence_id: AbsenceId, *, lock: bool = False) -> Absence | None:
    """An absence that is not done; None if it is."""
    query = _ALL.filter_by(id=absence_id).where(~absences.c.done)
    return one_of(connection, query.with_for_update() if lock else query, Absence)


@dataclass(frozen=True, slots=True)
class Home:
    """Where rows of ``table`` are: in a channel of their server, or anywhere in it."""

    table: sa.Table
    key: sa.ColumnElement[Any]
    channel_id: sa.ColumnElement[Any] | None = None


MATCH_HOME = Home(matches, matches.c.id, HOME)


def of_row(connection: sa.Connection, home: Home, key: int) -> Absence | None:
    """The first absence that concerns the row with this key, or None."""
    place = covering(home.table.c.server_id, home.channel_id)
    found = _ALL.select_from(absences.join(home.table, place))
    first = found.where(home.key == key).order_by(absences.c.id).limit(1)
    return one_of(connection, first, Absence)


def at(
    connection: sa.Connection, server_id: ServerId, channel_id: ChannelId = WHOLE_SERVER
) -> tuple[Absence, ...]:
    """The absences not done that concern a channel, or the whole server, in order."""
    there = covering(sa.literal(server_id), sa.literal(channel_id))
    return all_of(connection, _ALL.where(there).order_by(absences.c.id), Absence)


def current(connection: sa.Connection, server_id: ServerId) -> tuple[Absence, ...]:
    """The absences of a server that have not ended, in order."""
    theirs = _ALL.filter_by(server_id=server_id).where(absences.c.ended.is_(None))
    return all_of(connection, theirs.order_by(absences.c.id), Absence)


def record(
    connection: sa.Connection, server_id: ServerId, found: dict[ChannelId, Why], now: datetime
) -> tuple[Absence, ...]:
    """Store absences from these channels of a server; returns the new ones."""
    known = {each.id for each in current(connection, server_id)}
    rows = [
        {"server_id": server_id, "channel_id": channel_id, "began": now, **row_of(why)}
        for channel_id, why in found.items()
    ]
    if rows:
        insert_missing(connection, absences, rows)
    noted = current(connection, server_id)
    return tuple(each for each in noted if each.id not in known)


def end(connection: sa.Connection, ended: Collection[Absence], now: datetime) -> None:
    """Store the end of absences."""
    these = sa.update(absences).where(absences.c.id.in_([each.id for each in ended]))
    connection.execute(these.where(absences.c.ended.is_(None)).values(ended=now))


def set_credited(
    connection: sa.Connection, absence: Absence, up_to: MatchId, *, done: bool
) -> None:
    """Store up to which match clocks were started again, and whether that is ``done``."""
    credited = sa.update(absences).filter_by(id=absence.id)
    connection.execute(credited.values(credited_to=up_to, done=done))


def matches_there(
    connection: sa.Connection, absence: Absence, after: MatchId, most: int
) -> tuple[MatchId, ...]:
    """Up to ``most`` running matches concerned by the absence, with ids above ``after``."""
    running = absence.holds(matches.c.server_id, HOME) & matches.c.finished_at.is_(None)
    found = sa.select(matches.c.id).where(running, matches.c.id > after)
    return tuple(connection.scalars(found.order_by(matches.c.id).limit(most)))


def known_servers(
    connection: sa.Connection, server_id: ServerId | None, shards: Shards
) -> tuple[tuple[ServerId, datetime | None], ...]:
    """A server, or all in these shards, of which something is stored, and when the bot left it."""
    its = servers.c.id
    here = shards.holds(its) if server_id is None else its == server_id
    found = connection.execute(sa.select(its, servers.c.left_at).where(here))
    return tuple((row.id, row.left_at) for row in found)


def note_left(
    connection: sa.Connection,
    left: Collection[ServerId],
    back: Collection[ServerId],
    now: datetime,
) -> None:
    """Store that the bot was found to be in some servers no more, and to be back in others."""
    its = sa.update(servers).where
    connection.execute(its(servers.c.id.in_(left), servers.c.left_at.is_(None)).values(left_at=now))
    connection.execute(its(servers.c.id.in_(back)).values(left_at=None))


@dataclass(frozen=True, slots=True)
class UsedPlace:
    """A channel or thread where the bot has something to do.

    ``could_not``: a stored absence is the reason to check it.
    """

    server_id: ServerId
    channel_id: ChannelId
    thread_id: ChannelId | None = None
    could_not: bool = False


def parent_channel(connection: sa.Connection, thread_id: ChannelId) -> ChannelId | None:
    """The channel of the match that has this thread, or None."""
    found = sa.select(matches.c.channel_id).where(matches.c.thread_id == thread_id)
    return connection.scalar(found.limit(1))


def used_places(
    connection: sa.Connection, server_id: ServerId | None, shards: Shards
) -> tuple[UsedPlace, ...]:
    """All places in a server, or in these shards, where the bot is needed or absent."""
    found = []
    for table in metadata.sorted_tables:
        if (is_used := table.info["in_use"]) is None:
            continue
        its = table.c.server_id
        here = shards.holds(its) if server_id is None else its == server_id
        thread = table.c.get("thread_id", sa.cast(sa.null(), sa.BigInteger))
        used = sa.select(its, table.c.channel_id, thread, sa.literal(table is absences))
        found.append(used.where(is_used, its.is_not(None), here))
    rows = connection.execute(sa.union(*found))
    return tuple(UsedPlace(*row) for row in rows)
