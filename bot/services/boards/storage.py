"""Boards that may still have their buttons, because the bot was killed right after the next one."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection, and_, select

from data.ids import ChannelId, MatchId, MessageId
from data.shards import ALL, Shards
from data.states import MessageKind
from data.tables import outbox

BEFORE_THE_END = timedelta(minutes=1)
"""For how long before the last thing that was told boards are looked at."""
MOST = 256


@dataclass(frozen=True, slots=True)
class OldBoard:
    """A message with a board that another one has followed."""

    match_id: MatchId
    ply: int
    channel_id: ChannelId
    message_id: MessageId


def followed_last(connection: Connection, shards: Shards = ALL) -> tuple[OldBoard, ...]:
    """The boards of these shards whose next one was among the last that were posted."""
    told = (
        select(outbox)
        .where(outbox.c.done, outbox.c.kind == MessageKind.BOARD, shards.holds(outbox.c.server_id))
        .order_by(outbox.c.id.desc())
        .limit(MOST)
        .subquery()
    )
    before = outbox.alias("before")
    comes_before = and_(
        before.c.kind == MessageKind.BOARD,
        before.c.subject_id == told.c.subject_id,
        before.c.version == told.c.version - 1,
        before.c.channel_id.is_not(None),
        before.c.message_id.is_not(None),
    )
    wanted = (before.c.subject_id, before.c.version, before.c.channel_id, before.c.message_id)
    rows = connection.execute(
        select(told.c.done_at, *wanted).select_from(told).join(before, comes_before)
    ).all()
    ended = max((row.done_at for row in rows), default=None)
    return tuple(
        OldBoard(*row[1:]) for row in rows if ended and row.done_at > ended - BEFORE_THE_END
    )
