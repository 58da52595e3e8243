"""What waits in the outbox: told elsewhere, in its newest form, or not at all any more."""

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa

from bot.core.absences import Absence
from bot.core.outbox import HAS_NEWER, SUBJECT, take_up
from data.ids import ChannelId
from data.notices import give
from data.states import MessageKind
from data.tables import outbox


def move(
    connection: sa.Connection, destinations: Collection[str], channel_id: ChannelId, now: datetime
) -> None:
    """Have what these destinations tell posted in this channel now, however often refused."""
    theirs = outbox.c.destination.in_(destinations)
    waiting = sa.update(outbox).where(theirs, ~outbox.c.done)
    moved = {"channel_id": channel_id, "next_attempt_at": now, "attempts": 0}
    take_up(connection, now, [MessageKind.BOARD, MessageKind.REQUEST], theirs)
    connection.execute(waiting.values(moved))
    give(connection, SUBJECT)


def end_there(connection: sa.Connection, absence: Absence, now: datetime) -> None:
    """Let nothing wait any more for a place where the bot has not been for very long."""
    theirs = ~outbox.c.done & (outbox.c.server_id == absence.server_id)
    channel_id = outbox.c.channel_id
    there = channel_id.is_not(None) if absence.is_of_server else channel_id == absence.channel_id
    ended = {"done": True, "done_at": now, "channel_id": None, "error": None}
    connection.execute(sa.update(outbox).where(theirs, there).values(ended))


def drop_older(
    connection: sa.Connection,
    now: datetime,
    kinds: Collection[MessageKind],
    where: sa.ColumnElement[bool],
) -> None:
    """Let nothing be told of what has waited for long ``where`` it goes, if newer rows tell more.

    Of each kind and subject the newest alone is left.
    """
    waiting = (~outbox.c.done, outbox.c.claimed_until.is_(None), outbox.c.kind.in_(kinds))
    rows = sa.update(outbox).where(*waiting, where, HAS_NEWER)
    connection.execute(rows.values(done=True, done_at=now))
