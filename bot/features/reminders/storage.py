"""The stored reminders, of turns and of idle matches."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.core import outbox
from data.ids import ChannelId, Key, MatchId, MessageId, PlayerId, ReminderId
from data.statements import all_of, insert_missing, one_of, row_of, selecting
from data.states import MessageKind, ReminderKind, ReminderState, TimerKind
from data.tables import matches, reminders

REMINDER_TIMER = TimerKind("reminder")
"""Of a match. *timekeeping* sets it whenever it stores clocks, to the time of ``next_reminder``."""
DIGEST_TIMER = TimerKind("digest")
IDLE_TIMER = TimerKind("idle")
REMINDER_MESSAGE = MessageKind("reminder")
DIGEST_MESSAGE = MessageKind("digest", separate=True, personal=True)


@dataclass(frozen=True, slots=True)
class NewReminder:
    """A reminder to store; ``ply`` is that of its turn, ``by`` who nudged.

    ``offers_direct``: its message offers direct messages instead. ``direct_closed``: its message
    says that a direct message could not be delivered.
    """

    match_id: MatchId
    ply: int
    player_id: PlayerId
    kind: ReminderKind
    state: ReminderState
    key: Key
    by: PlayerId | None = None
    offers_direct: bool = False
    direct_closed: bool = False


@dataclass(frozen=True, slots=True)
class Reminder:
    """A stored reminder, with its message once that is posted."""

    id: ReminderId
    match_id: MatchId
    ply: int
    player_id: PlayerId
    kind: ReminderKind
    state: ReminderState
    by: PlayerId | None
    offers_direct: bool
    direct_closed: bool
    channel_id: ChannelId | None
    message_id: MessageId | None
    created_at: datetime


_ALL = selecting(reminders, Reminder)


def add(connection: sa.Connection, new: NewReminder, now: datetime) -> ReminderId | None:
    """Store a reminder; None, with nothing written, if there is one with its key."""
    if not insert_missing(connection, reminders, [{**row_of(new), "created_at": now}]):
        return None
    return connection.scalar(sa.select(reminders.c.id).filter_by(key=new.key))


def get(connection: sa.Connection, reminder_id: ReminderId) -> Reminder | None:
    """The reminder, or None."""
    return one_of(connection, _ALL.filter_by(id=reminder_id), Reminder)


def with_key(connection: sa.Connection, key: Key) -> Reminder | None:
    """The reminder with this key, or None."""
    return one_of(connection, _ALL.filter_by(key=key), Reminder)


def from_turn(connection: sa.Connection, match_id: MatchId, ply: int) -> tuple[Reminder, ...]:
    """The match's reminders of the turn that began at this ply, and of later ones, in order."""
    later = _ALL.where(reminders.c.match_id == match_id, reminders.c.ply >= ply)
    return all_of(connection, later.order_by(reminders.c.id), Reminder)


def end_all(connection: sa.Connection, match_id: MatchId) -> tuple[ReminderId, ...]:
    """End all active reminders of the match; their ids, in order."""
    active = reminders.c.state.in_((ReminderState.WAITING, ReminderState.TOLD))
    ended = sa.update(reminders).where(active, reminders.c.match_id == match_id)
    ended = ended.values(state=ReminderState.OVER)
    return tuple(sorted(connection.scalars(ended.returning(reminders.c.id))))


def change(connection: sa.Connection, reminder_id: ReminderId, **values: Any) -> None:
    """Set these columns of the reminder."""
    connection.execute(sa.update(reminders).filter_by(id=reminder_id).values(values))


def note_message(
    connection: sa.Connection,
    reminder_id: ReminderId,
    match_id: MatchId,
    now: datetime,
    *,
    over: bool = False,
) -> None:
    """Queue the message of a reminder, or its removal if it is ``over``.

    It has a queue apart from the match's boards, so that it cannot delay them.
    """
    queue, home = f"reminder:{match_id}", (matches, match_id)
    row = outbox.NewMessage(REMINDER_MESSAGE, reminder_id, queue, home, version=int(over))
    outbox.add(connection, row, now)


def note_digest(connection: sa.Connection, player_id: PlayerId, day: int, now: datetime) -> None:
    """Queue a player's digest, once for a ``day``, an ordinal of ``date``."""
    row = outbox.NewMessage(DIGEST_MESSAGE, player_id, f"direct:{player_id}", version=day)
    outbox.add(connection, row, now)


def prune(connection: sa.Connection, before: datetime, most: int) -> int:
    """Remove up to ``most`` past reminders from before a time; the number removed."""
    past = reminders.c.state.in_((ReminderState.OVER, ReminderState.DROPPED))
    old = sa.select(reminders.c.id).where(past, reminders.c.created_at < before).limit(most)
    return connection.execute(sa.delete(reminders).where(reminders.c.id.in_(old))).rowcount
