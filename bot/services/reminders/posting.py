"""Reminders inside a transaction: told, dropped, and taken away when something has happened."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from bot.services.matches import Change
from bot.services.matches import storage as matches
from bot.services.people import players
from bot.services.people.settings import ReminderSettings, reminder_settings
from bot.services.reminders import storage
from bot.services.reminders.planning import RunningTurn, key_of
from bot.services.reminders.storage import NewReminder
from bot.services.reminders.tiers import Tier
from data.ids import ReminderId
from data.states import ReminderKind, ReminderState, ReminderWay

NOT_OF_A_TURN = (ReminderKind.NOTICE, ReminderKind.DIGEST)
"""What everybody in the match shall see, or comes there since it could not come elsewhere."""


def tell(
    connection: Connection, new: NewReminder, chosen: ReminderSettings, now: datetime
) -> ReminderId | None:
    """Have a reminder shown, once for its key; its number, None if it came before.

    The first one in a thread offers direct messages instead.
    """
    asks = chosen.reminder_way is ReminderWay.THREAD and not chosen.direct_offered
    offers = asks and new.kind not in NOT_OF_A_TURN
    reminder_id = storage.add(connection, replace(new, offers_direct=offers), now)
    if reminder_id is None:
        return None
    if offers:
        players.ensure(connection, [new.player_id], now)
        reminder_settings.put(connection, new.player_id, replace(chosen, direct_offered=True))
    matches.set_reminded(connection, new.match_id)
    if new.state is ReminderState.TOLD:
        storage.note_message(connection, reminder_id, new.match_id, now)
    return reminder_id


def drop(connection: Connection, turn: RunningTurn, tier: Tier, now: datetime) -> None:
    """Note that this reminder does not come."""
    storage.add(connection, of_tier(turn, tier, ReminderState.DROPPED), now)
    matches.set_reminded(connection, turn.match_id)


def of_tier(turn: RunningTurn, tier: Tier, state: ReminderState) -> NewReminder:
    """The reminder of a turn that comes at this much of its time."""
    kind, key = ReminderKind(tier.value), key_of(turn, tier)
    return NewReminder(turn.match_id, turn.ply, turn.player_id, kind, state, key)


def end_reminders(connection: Connection, change: Change, now: datetime) -> None:
    """Take away what stands of a match's reminders, since something has happened in it."""
    for reminder_id in storage.end_all(connection, change.after.id):
        storage.note_message(connection, reminder_id, change.after.id, now, over=True)
