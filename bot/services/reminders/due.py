"""What is done when it is time to look whether somebody has to be reminded."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from bot.services.composer import storage as drafts
from bot.services.matches import Now
from bot.services.matches import storage as matches
from bot.services.matches.storage import MatchSummary
from bot.services.people.settings import ReminderSettings, reminder_settings
from bot.services.reminders import storage
from bot.services.reminders.planning import (
    RunningTurn,
    clock_to_move,
    next_reminder,
    planned,
    possible_turns,
    quiet_of,
    running_turn,
)
from bot.services.reminders.posting import drop, of_tier, tell
from bot.services.reminders.tiers import is_silenced
from bot.services.timers import storage as timers
from bot.services.timers.storage import Timer
from data.ids import MatchId
from data.states import ReminderState, TimerKind


class DueReminders:
    """Reminds the player to move, in one transaction that looks again whether there is need."""

    def __init__(self, now: Now) -> None:
        self._now = now

    def apply(self, connection: Connection, timer: Timer) -> None:
        """Tell what is due in a match, and set the timer for what follows."""
        match = matches.get(connection, MatchId(timer.subject_id), lock=True)
        if match is None or not match.is_running:
            return
        now = self._now()
        _tell_waiting(connection, match, now)
        turn = running_turn(connection, match, clock_to_move(match))
        if turn is None or now >= turn.time.deadline:
            return
        chosen = reminder_settings.get(connection, turn.player_id)
        later = _left_in_peace_until(turn, chosen, now)
        if later is None:
            _tell_late(connection, match, turn, chosen, now)
            follow(connection, match, now, untold=turn.untold)
        elif later < turn.time.deadline:
            timers.set_timer(connection, Timer(timer.kind, match.id, later))


def follow(connection: Connection, match: MatchSummary, now: datetime, *, untold: bool) -> None:
    """Set the timer for the next reminder that comes after ``now``.

    ``untold``: nobody can have been reminded of the turn before ``now``.
    """
    found = possible_turns(connection, match, clock_to_move(match), now)
    turns = [replace(turn, untold=untold) for turn in found]
    later = next_reminder(connection, turns, after=now)
    timers.set_all(connection, match.id, {TimerKind.REMINDER: later})


def _left_in_peace_until(
    turn: RunningTurn, chosen: ReminderSettings, now: datetime
) -> datetime | None:
    """The end of the player's quiet hours, None if it is not quiet: it may have got late."""
    quiet = quiet_of(chosen)
    if quiet is None or turn.time.live or not quiet.cover(now):
        return None
    return quiet.over(now)


def _tell_late(
    connection: Connection,
    match: MatchSummary,
    turn: RunningTurn,
    chosen: ReminderSettings,
    now: datetime,
) -> None:
    """Tell the last of the reminders that are due, unless the player knows; drop the others."""
    due = [each.tier for each in planned(connection, turn, chosen) if each.at <= now]
    opened_at = drafts.used_at(connection, match.id, turn.player_id, match.ply)
    told = due.pop() if due and not is_silenced(now, opened_at) else None
    for tier in due:
        drop(connection, turn, tier, now)
    if told is not None:
        tell(connection, of_tier(turn, told, ReminderState.TOLD), chosen, now)


def _tell_waiting(connection: Connection, match: MatchSummary, now: datetime) -> None:
    """Tell what has waited for the end of quiet hours."""
    if not match.reminded:
        return
    for each in storage.since(connection, match.id, 0):
        if each.state is ReminderState.WAITING:
            storage.set_state(connection, each.id, ReminderState.TOLD)
            storage.note_message(connection, each.id, match.id, now)
