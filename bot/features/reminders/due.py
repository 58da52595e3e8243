"""Stores, drops and ends the reminders of a match, inside a transaction."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.people import players
from bot.core.people.settings import ReminderSettings, reminder_settings
from bot.features.moves import storage as drafts
from bot.features.reminders import planning, storage
from bot.features.reminders.planning import RunningTurn
from bot.features.reminders.storage import NewReminder
from data.ids import MatchId
from data.states import ReminderKind, ReminderState, ReminderWay, TimerKind

NOT_OF_A_TURN = (ReminderKind.NOTICE, ReminderKind.DIGEST)
"""Kinds that are always shown in the match: for all its players, or since a digest was refused."""


def remind(connection: Connection, timer: timers.Timer, now: datetime) -> None:
    """Send the reminders of a match that are due, unless they are pointless; set the next timer."""
    match = matches.storage.get(connection, MatchId(timer.subject_id), lock=True)
    if match is None or not match.is_running:
        return
    _show_waiting(connection, match, now)
    turn = planning.running_turn(connection, match, planning.clock_to_move(match))
    if turn is None:  # in a live match the board may not be posted yet
        schedule_next(connection, match, now, untold=not match.reminded)
        return
    if now >= turn.time.deadline:
        return
    chosen = reminder_settings.get(connection, turn.player_id)
    quiet = None if turn.time.live else planning.quiet_of(chosen)
    later = quiet.end_after(now) if quiet is not None and quiet.cover(now) else None
    if later is None:
        _show_latest_due(connection, match, turn, chosen, now)
        schedule_next(connection, match, now, untold=turn.untold)
    elif later < turn.time.deadline:
        timers.set_timer(connection, timer.kind, match.id, later)


def schedule_next(
    connection: Connection, match: matches.MatchSummary, now: datetime, *, untold: bool
) -> None:
    """Set the timer for the next reminder after ``now``; ``untold``: the turn has had none."""
    found = planning.possible_turns(connection, match, planning.clock_to_move(match), now)
    turns = [replace(turn, untold=untold) for turn in found]
    later = planning.next_reminder(connection, turns, after=now)
    timers.set_all(connection, match.id, {TimerKind.REMINDER: later})


def add_reminder(
    connection: Connection, new: NewReminder, chosen: ReminderSettings, now: datetime
) -> None:
    """Store a reminder, once for its key, and queue its message unless it is to wait.

    A player's first reminder in a thread offers direct messages instead.
    """
    asks = chosen.reminder_way is ReminderWay.THREAD and not chosen.direct_offered
    offers = asks and new.kind not in NOT_OF_A_TURN
    reminder_id = storage.add(connection, replace(new, offers_direct=offers), now)
    if reminder_id is None:
        return
    if offers:
        players.ensure(connection, [new.player_id], now)
        reminder_settings.put(connection, new.player_id, replace(chosen, direct_offered=True))
    matches.storage.change(connection, new.match_id, reminded=True)
    if new.state is ReminderState.TOLD:
        storage.note_message(connection, reminder_id, new.match_id, now)


def drop(connection: Connection, turn: RunningTurn, tier: ReminderKind, now: datetime) -> None:
    """Store that this reminder of the turn is left out."""
    storage.add(connection, _of_tier(turn, tier, ReminderState.DROPPED), now)
    matches.storage.change(connection, turn.match_id, reminded=True)


def end_reminders(connection: Connection, change: matches.Change, now: datetime) -> None:
    """End a match's reminders and remove their messages, since the match has changed."""
    for reminder_id in storage.end_all(connection, change.after.id):
        storage.note_message(connection, reminder_id, change.after.id, now, over=True)


def _of_tier(turn: RunningTurn, tier: ReminderKind, state: ReminderState) -> NewReminder:
    return NewReminder(turn.match_id, turn.ply, turn.player_id, tier, state, turn.key(tier))


def _show_latest_due(
    connection: Connection,
    match: matches.MatchSummary,
    turn: RunningTurn,
    chosen: ReminderSettings,
    now: datetime,
) -> None:
    """Add the last reminder that is due, unless the player is looking anyway; drop the others."""
    due = [each.tier for each in planning.planned(connection, turn, chosen) if each.at <= now]
    opened_at = drafts.used_at(connection, match.id, turn.player_id, match.ply)
    told = due.pop() if due and not planning.is_silenced(now, opened_at) else None
    for tier in due:
        drop(connection, turn, tier, now)
    if told is not None:
        add_reminder(connection, _of_tier(turn, told, ReminderState.TOLD), chosen, now)


def _show_waiting(connection: Connection, match: matches.MatchSummary, now: datetime) -> None:
    if not match.reminded:
        return
    for each in storage.since(connection, match.id, 0):
        if each.state is ReminderState.WAITING:
            storage.change(connection, each.id, state=ReminderState.TOLD)
            storage.note_message(connection, each.id, match.id, now)
