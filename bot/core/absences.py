"""Where the bot cannot be: servers that it left, channels that are gone or closed to it.

An absence concerns everything that is posted there. While it lasts nothing of that is posted, asked
or due, and nobody's time runs. Once it has ended, the time that stood still is made to run again in
every match; then the absence is done, and everything else goes on too.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from data.ids import AbsenceId, ChannelId, MatchId, ServerId
from data.shards import Shards
from data.standing_tables import ladders, live_leaderboards, weekly_channels
from data.statements import all_of, insert_missing, one_of, row_of, selecting
from data.states import AbsenceReason, TournamentState
from data.tables import absences, challenges, matches
from data.tournament_tables import tournaments

WHOLE = ChannelId(0)
"""Stands for all channels of a server."""
LONGEST = timedelta(days=60)
"""After so long what is played there ends without a result."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A channel or thread of a server, or the WHOLE server."""

    server_id: ServerId
    channel_id: ChannelId = WHOLE


@dataclass(frozen=True, slots=True)
class Why:
    """Why the bot cannot be somewhere; ``permission`` is what it lacks, as discord.py calls it."""

    reason: AbsenceReason
    permission: str | None = None


@dataclass(frozen=True, slots=True)
class Absence:
    """The bot cannot be somewhere since it ``began``; it could again when that ``ended``.

    Time runs again in the matches up to ``credited_to``.
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
        return self.channel_id == WHOLE

    @property
    def ends_at(self) -> datetime:
        """When what is played there ends without a result, unless the bot is back before."""
        return self.began + LONGEST

    def waits_until(self, now: datetime) -> datetime:
        """When to look again for what is due there: not before ``ends_at``, and not before now."""
        return max(self.ends_at, now + LONGEST)

    def holds(self, server_id: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
        """Whether a server is the one in which it is, as the database works it out."""
        return server_id == self.server_id

    def covers(self, channel_id: ChannelId | None) -> bool:
        """Whether it concerns what is in this channel of its server."""
        return self.channel_id in (WHOLE, channel_id)


_ALL = selecting(absences, Absence)
STANDING = (ladders, live_leaderboards, weekly_channels)
"""What has a channel in which something stands, or comes by itself."""
HOME = sa.func.coalesce(matches.c.thread_id, matches.c.channel_id)
"""Where a match is posted."""


def covering(
    server_id: sa.ColumnElement[Any], channel_id: sa.ColumnElement[Any] | None = None
) -> sa.ColumnElement[bool]:
    """Of absences that are not done: those that concern a channel of a server.

    Without a channel, those of the whole server.
    """
    there = absences.c.channel_id == WHOLE
    if channel_id is not None:
        there |= absences.c.channel_id == channel_id
    return (absences.c.server_id == server_id) & ~absences.c.done & there


def is_absent(
    server_id: sa.ColumnElement[Any], channel_id: sa.ColumnElement[Any] | None = None
) -> sa.ColumnElement[bool]:
    """Whether the bot cannot be in a channel of a server, as the database works it out."""
    return sa.exists().where(covering(server_id, channel_id))


def since(
    server_id: sa.ColumnElement[Any], channel_id: sa.ColumnElement[Any]
) -> sa.ColumnElement[datetime | None]:
    """Since when the bot cannot be there, as the database works it out; NULL if it can."""
    first = sa.func.min(absences.c.began, type_=absences.c.began.type)
    return sa.select(first).where(covering(server_id, channel_id)).scalar_subquery()


def get(connection: sa.Connection, absence_id: AbsenceId, *, lock: bool = False) -> Absence | None:
    """An absence that has not ended; None if it has."""
    query = _ALL.filter_by(id=absence_id).where(absences.c.ended.is_(None))
    return one_of(connection, query.with_for_update() if lock else query, Absence)


def of_row(
    connection: sa.Connection,
    table: sa.Table,
    channel_id: sa.ColumnElement[Any] | None,
    key: sa.ColumnElement[Any],
    number: int,
) -> Absence | None:
    """The first absence that concerns a row, found by its ``key``; None if the bot can be there."""
    found = _ALL.select_from(absences.join(table, covering(table.c.server_id, channel_id)))
    first = found.where(key == number).order_by(absences.c.id).limit(1)
    return one_of(connection, first, Absence)


def of_spot(connection: sa.Connection, spot: Spot) -> tuple[Absence, ...]:
    """The absences that concern a channel and are not done, the first one first."""
    server_id, channel_id = sa.literal(spot.server_id), sa.literal(spot.channel_id)
    found = _ALL.where(covering(server_id, channel_id)).order_by(absences.c.id)
    return all_of(connection, found, Absence)


def standing(connection: sa.Connection, server_id: ServerId) -> tuple[Absence, ...]:
    """Where in a server the bot cannot be now, the first absence first."""
    theirs = _ALL.filter_by(server_id=server_id).where(absences.c.ended.is_(None))
    return all_of(connection, theirs.order_by(absences.c.id), Absence)


def note(
    connection: sa.Connection, server_id: ServerId, found: dict[ChannelId, Why], now: datetime
) -> tuple[Absence, ...]:
    """Note that the bot cannot be in these channels of a server; those of which that is new."""
    known = {each.id for each in standing(connection, server_id)}
    rows = [
        {"server_id": server_id, "channel_id": channel_id, "began": now, **row_of(why)}
        for channel_id, why in found.items()
    ]
    if rows:
        insert_missing(connection, absences, rows)
    noted = standing(connection, server_id)
    return tuple(each for each in noted if each.id not in known)


def end(connection: sa.Connection, ended: Collection[Absence], now: datetime) -> None:
    """Note that the bot can be there again."""
    these = sa.update(absences).where(absences.c.id.in_([each.id for each in ended]))
    connection.execute(these.where(absences.c.ended.is_(None)).values(ended=now))


def ended(
    connection: sa.Connection,
    absence_id: AbsenceId | None = None,
    but: Collection[AbsenceId] = (),
) -> Absence | None:
    """The first absence that has ended and is not done, locked; None if there is none.

    Or this one, if it is such; none of those in ``but``.
    """
    query = _ALL.where(absences.c.ended.is_not(None), ~absences.c.done).order_by(absences.c.id)
    if absence_id is not None:
        query = query.filter_by(id=absence_id)
    locked = query.where(absences.c.id.not_in(but)).limit(1).with_for_update(skip_locked=True)
    return one_of(connection, locked, Absence)


def set_credited(
    connection: sa.Connection, absence: Absence, up_to: MatchId, *, done: bool
) -> None:
    """Note up to which match time runs again; everything else goes on once that is ``done``."""
    credited = sa.update(absences).filter_by(id=absence.id)
    connection.execute(credited.values(credited_to=up_to, done=done))


def played_there(
    connection: sa.Connection, absence: Absence, after: MatchId, most: int
) -> tuple[MatchId, ...]:
    """Up to ``most`` matches that run where the bot was not, with higher numbers, in order."""
    running = matches.c.finished_at.is_(None)
    there = (matches.c.server_id == absence.server_id, matches.c.id > after, running)
    found = sa.select(matches.c.id).where(*there).order_by(matches.c.id).limit(most)
    if not absence.is_of_server:
        found = found.where(HOME.in_([absence.channel_id]))
    return tuple(connection.scalars(found))


@dataclass(frozen=True, slots=True)
class Wanted:
    """Where something is played or waits: in the ``channel_id``, or first in its thread.

    ``could_not``: the bot could not be there when that was noted last.
    """

    server_id: ServerId
    channel_id: ChannelId
    thread_id: ChannelId | None = None
    could_not: bool = False


def channel_beside(connection: sa.Connection, thread_id: ChannelId) -> ChannelId | None:
    """The channel of the match that has this thread; None if no match has it."""
    found = sa.select(matches.c.channel_id).where(matches.c.thread_id == thread_id)
    return connection.scalar(found.limit(1))


def wanted(
    connection: sa.Connection, server_id: ServerId | None, shards: Shards
) -> tuple[Wanted, ...]:
    """Where in a server, or in all of these shards, something goes on, or the bot could not be."""
    open_ones = challenges.c.state.in_(("open", "accepted"))
    going_on = (TournamentState.OPEN, TournamentState.RUNNING, TournamentState.STOPPED)
    parts = (
        (matches, matches.c.thread_id, matches.c.finished_at.is_(None)),
        (challenges, sa.null(), open_ones),
        (tournaments, sa.null(), tournaments.c.state.in_(going_on)),
        (absences, sa.null(), absences.c.ended.is_(None)),
        *((table, sa.null(), table.c.channel_id.is_not(None)) for table in STANDING),
    )
    found = [
        sa.select(table.c.server_id, table.c.channel_id, thread, sa.literal(table is absences))
        .where(goes_on, table.c.server_id.is_not(None))
        .where(
            shards.holds(table.c.server_id) if server_id is None else table.c.server_id == server_id
        )
        for table, thread, goes_on in parts
    ]
    rows = connection.execute(sa.union(*found))
    return tuple(Wanted(*row) for row in rows)
