"""What follows when somebody's direct messages are closed: reminders come in threads again."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from bot.services.people.settings import ReminderSettings, reminder_settings
from bot.services.reminders import storage
from bot.services.reminders.digests import Digest
from bot.services.reminders.posting import tell
from bot.services.reminders.settings import put
from bot.services.reminders.storage import NewReminder, Reminder
from data.ids import Key, PlayerId
from data.states import ReminderKind, ReminderState, ReminderWay


def close_direct(connection: Connection, reminder: Reminder, now: datetime) -> Reminder:
    """Remind the player in threads from now on; the reminder, which says so."""
    _switch_off(connection, reminder.player_id, now)
    storage.set_direct_closed(connection, reminder.id)
    return replace(reminder, direct_closed=True, offers_direct=False)


def tell_in_match(connection: Connection, digest: Digest, now: datetime) -> None:
    """The same for a digest: the most urgent match says so."""
    chosen, match = _switch_off(connection, digest.player_id, now), digest.waiting[0]
    key = Key(f"{match.id}:{match.ply}:digest:{digest.player_id}")
    reminder = NewReminder(
        match_id=match.id,
        ply=match.ply,
        player_id=digest.player_id,
        kind=ReminderKind.DIGEST,
        state=ReminderState.TOLD,
        key=key,
        direct_closed=True,
    )
    tell(connection, reminder, chosen, now)


def _switch_off(connection: Connection, player_id: PlayerId, now: datetime) -> ReminderSettings:
    chosen = reminder_settings.get(connection, player_id, lock=True)
    if chosen.reminder_way is ReminderWay.THREAD:
        return chosen
    in_threads = replace(chosen, reminder_way=ReminderWay.THREAD, direct_offered=True)
    put(connection, player_id, in_threads, now)
    return in_threads
