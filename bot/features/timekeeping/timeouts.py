"""Ending the turn of somebody whose time has run out, and pauses that nobody has ended."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.core import timers
from bot.core.matches import MatchStore, NewEntry
from bot.features.timekeeping.outages import load_credited
from bot.features.timekeeping.presence import Presence
from data.ids import Key, MatchId
from data.states import EntryKind

WHILE_AWAY = timedelta(seconds=15)
"""How soon is looked again, while another process is missed or somebody is being answered."""


def time_out(
    store: MatchStore,
    presence: Presence,
    connection: Connection,
    timer: timers.Timer,
    now: datetime,
) -> None:
    """Let whoever is to move lose on time; with three players, leave their seat.

    Nothing happens if they have moved, or have more time by now. A game that is over ends.
    """
    match_id = MatchId(timer.subject_id)
    state = store.read(connection, match_id, lock=True)
    store.end(connection, state)
    seat, server_id = state.to_move, state.match.server_id
    clock = None if seat is None else load_credited(connection, state.match, now).seats.get(seat)
    if seat is None or clock is None or clock.soonest(now).timeout_due is None:
        return
    again: datetime | None = now + WHILE_AWAY
    if clock.deadline is None or clock.timeout_due is None or now < clock.timeout_due:
        again = clock.soonest(now).timeout_due
    elif presence.would_have_heard(connection, server_id, clock.deadline, now):
        key = Key(f"timer:deadline:{match_id}:{state.ply}")
        store.append(connection, state, NewEntry(EntryKind.TIMEOUT, "", seat, None, key))
        return
    timers.set_all(connection, match_id, {timer.kind: again})


def end_pause(store: MatchStore, connection: Connection, timer: timers.Timer, _: datetime) -> None:
    """Let the time of a match run again, unless somebody has ended the pause before."""
    match_id = MatchId(timer.subject_id)
    state = store.read(connection, match_id, lock=True)
    if state.match.paused_until is not None:
        key = Key(f"timer:pause_end:{match_id}:{state.ply}")
        store.append(connection, state, NewEntry(EntryKind.RESUME, "", None, None, key))
