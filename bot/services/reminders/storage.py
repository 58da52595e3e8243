"""Reminders that came, or that there was no need for."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, select, update

from bot.services.outbox import storage as outbox
from data.ids import ChannelId, Key, MatchId, MessageId, PlayerId, ReminderId
from data.statements import insert_missing
from data.states import MessageKind, ReminderKind, ReminderState
from data.tables import matches, reminders

STANDING = (ReminderState.WAITING, ReminderState.TOLD)


@dataclass(frozen=True, slots=True)
class NewReminder:
    """A reminder that comes, or will, or does not. ``ply`` is that of the turn that it is about.

    ``by`` is who asked for it. ``offers_direct``: it offers direct messages instead.
    ``direct_closed``: it says that direct messages did not arrive.
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
    """A reminder, and the message that shows it once there is one."""

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

    @property
    def message(self) -> tuple[ChannelId, MessageId] | None:
        """Where it can be seen."""
        if self.channel_id is None or self.message_id is None:
            return None
        return self.channel_id, self.message_id


_COLUMNS = tuple(reminders.c[name] for name in Reminder.__slots__)


def add(connection: Connection, new: NewReminder, now: datetime) -> ReminderId | None:
    """Store a reminder; None, with nothing written, if there is one with its key."""
    row = {name: getattr(new, name) for name in NewReminder.__slots__}
    if not insert_missing(connection, reminders, [{**row, "created_at": now}]):
        return None
    found = connection.execute(select(reminders.c.id).where(reminders.c.key == new.key))
    return ReminderId(found.scalar_one())


def get(connection: Connection, reminder_id: ReminderId) -> Reminder | None:
    """The reminder, or None."""
    found = connection.execute(select(*_COLUMNS).where(reminders.c.id == reminder_id))
    row = found.one_or_none()
    return None if row is None else Reminder(**row._mapping)


def with_key(connection: Connection, key: Key) -> Reminder | None:
    """What was stored under this key, or None."""
    row = connection.execute(select(*_COLUMNS).where(reminders.c.key == key)).one_or_none()
    return None if row is None else Reminder(**row._mapping)


def since(connection: Connection, match_id: MatchId, ply: int) -> tuple[Reminder, ...]:
    """The match's reminders of the turn that began at this ply, and of later ones, in order."""
    found = connection.execute(
        select(*_COLUMNS)
        .where(reminders.c.match_id == match_id, reminders.c.ply >= ply)
        .order_by(reminders.c.id)
    )
    return tuple(Reminder(**row._mapping) for row in found)


def end_all(connection: Connection, match_id: MatchId) -> tuple[ReminderId, ...]:
    """Let all reminders of the match be over; those that may stand somewhere."""
    ended = connection.execute(
        update(reminders)
        .where(reminders.c.match_id == match_id, reminders.c.state.in_(STANDING))
        .values(state=ReminderState.OVER)
        .returning(reminders.c.id)
    )
    return tuple(sorted(ReminderId(number) for number in ended.scalars()))


def set_state(connection: Connection, reminder_id: ReminderId, state: ReminderState) -> None:
    """Note how the reminder stands."""
    connection.execute(update(reminders).where(reminders.c.id == reminder_id).values(state=state))


def set_direct_closed(connection: Connection, reminder_id: ReminderId) -> None:
    """Note that the reminder could not come as a direct message."""
    connection.execute(
        update(reminders).where(reminders.c.id == reminder_id).values(direct_closed=True)
    )


def note_message(
    connection: Connection,
    reminder_id: ReminderId,
    match_id: MatchId,
    now: datetime,
    *,
    over: bool = False,
) -> None:
    """Note that a reminder has to be shown, or taken away since it is ``over``.

    Boards do not wait for it, so that nobody's closed direct messages hold up a match.
    """
    row = outbox.Row(
        MessageKind.REMINDER,
        reminder_id,
        f"reminder:{match_id}",
        (matches, match_id),
        version=int(over),
    )
    outbox.add(connection, row, now)


def set_message(
    connection: Connection, reminder_id: ReminderId, shown: tuple[ChannelId, MessageId]
) -> None:
    """Remember where the reminder can be seen."""
    channel_id, message_id = shown
    connection.execute(
        update(reminders)
        .where(reminders.c.id == reminder_id)
        .values(channel_id=channel_id, message_id=message_id)
    )


PAST = (ReminderState.OVER, ReminderState.DROPPED)


def prune(connection: Connection, before: datetime, most: int) -> int:
    """Remove up to ``most`` reminders that are past, made before then; how many there were."""
    past = reminders.c.state.in_(PAST) & (reminders.c.created_at < before)
    old = select(reminders.c.id).where(past).limit(most)
    return connection.execute(delete(reminders).where(reminders.c.id.in_(old))).rowcount
