"""Rows that wait in the outbox: redirecting them, and dropping those that are useless now."""

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa

from bot.core.absences import Absence
from bot.core.outbox import HAS_NEWER, SUBJECT, retry_refused
from data.ids import ChannelId
from data.notices import notify
from data.states import MessageKind
from data.tables import outbox


def redirect(
    connection: sa.Connection, destinations: Collection[str], channel_id: ChannelId, now: datetime
) -> None:
    """Post the open rows of these destinations in this channel; retry what was refused."""
    theirs = outbox.c.destination.in_(destinations)
    waiting = sa.update(outbox).where(theirs, ~outbox.c.done)
    moved = {"channel_id": channel_id, "next_attempt_at": now, "attempts": 0}
    retry_refused(connection, now, [MessageKind.BOARD, MessageKind.REQUEST], theirs)
    connection.execute(waiting.values(moved))
    notify(connection, SUBJECT)


def drop_at(connection: sa.Connection, absence: Absence, now: datetime) -> None:
    """End the open rows for a place where the bot has been absent for too long."""
    theirs = ~outbox.c.done & (outbox.c.server_id == absence.server_id)
    channel_id = outbox.c.channel_id
    there = channel_id.is_not(None) if absence.is_of_server else channel_id == absence.channel_id
    ended = {"done": True, "done_at": now, "channel_id": None, "error": None}
    connection.execute(sa.update(outbox).where(theirs, there).values(ended))


def drop_superseded(
    connection: sa.Connection,
    now: datetime,
    kinds: Collection[MessageKind],
    where: sa.ColumnElement[bool],
) -> None:
    """Drop unclaimed rows that have a newer row of the same kind and subject.

    ``where`` selects the rows, such as those of one channel.
    """
    waiting = (~outbox.c.done, outbox.c.claimed_until.is_(None), outbox.c.kind.in_(kinds))
    rows = sa.update(outbox).where(*waiting, where, HAS_NEWER)
    connection.execute(rows.values(done=True, done_at=now))
