"""Matches without a clock in which nobody moves: nudged, called off, and ended by themselves."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import (
    IDLE,
    AlreadyLeft,
    Change,
    ChangeKind,
    CorruptLog,
    MatchState,
    MatchStore,
    NewEntry,
    Now,
    RulesVersionMissing,
    UnknownGame,
    act,
    seat_of,
)
from bot.services.matches import storage as matches
from bot.services.matches.storage import MatchSummary
from bot.services.people.settings import reminder_settings
from bot.services.reminders import storage
from bot.services.reminders.errors import (
    HasClock,
    NobodyToNudge,
    TooEarlyToCallOff,
    TooEarlyToNudge,
)
from bot.services.reminders.idle import NOTICE, NOTICE_AFTER, Idleness
from bot.services.reminders.planning import quiet_of
from bot.services.reminders.posting import tell
from bot.services.reminders.storage import NewReminder
from bot.services.timers import storage as timers
from bot.services.timers.storage import Timer
from data.database import Database
from data.ids import Engine, Key, MatchId, PlayerId
from data.states import EntryKind, ReminderKind, ReminderState, TimerKind
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class Nudged:
    """The match in which somebody was nudged, who that was, and when it can be done again."""

    match: MatchState
    player_id: PlayerId
    again_from: datetime


class IdleService:
    """What players do about a match in which nobody moves. Every no is a ServiceError."""

    def __init__(self, database: Database, store: MatchStore, now: Now) -> None:
        self._database = database
        self._store = store
        self._now = now

    async def of(self, match: MatchState) -> Idleness | None:
        """For how long nothing has happened; None where a clock runs, or the match is over."""
        if match.match.is_timed or not match.is_running:
            return None
        return await self._database.read(idleness, match.match)

    async def nudge(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> Nudged:
        """Remind the player to move, once; the same interaction again gives the same answer.

        Raises UnknownMatch, NotYourMatch, MatchOver, OutdatedBoard, AlreadyLeft, HasClock,
        NobodyToNudge or TooEarlyToNudge.
        """

        def nudge(connection: Connection) -> Nudged:
            if storage.with_key(connection, actor.key) is None:
                self._nudge(connection, actor, match_id, expected_ply)
            state = self._store.read(connection, match_id)
            nudged = storage.with_key(connection, actor.key)
            if nudged is None:
                raise NobodyToNudge(state)
            return Nudged(state, nudged.player_id, idleness(connection, state.match).nudge_from)

        return await self._database.write(nudge)

    async def call_off(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> MatchState:
        """End a match in which nobody moves any more without a result; the match after it.

        Repeats as ``nudge``; raises UnknownMatch, NotYourMatch, MatchOver, OutdatedBoard,
        AlreadyLeft, HasClock or TooEarlyToCallOff.
        """

        def call_off(connection: Connection) -> MatchState:
            return act(self._store, connection, actor, match_id, expected_ply, self._ending)

        after = await self._database.write(call_off)
        self._store.remember(after)
        return after

    def _nudge(
        self, connection: Connection, actor: Actor, match_id: MatchId, expected_ply: int | None
    ) -> None:
        state = self._store.open_for(connection, match_id, actor.id, expected_ply, lock=True)
        _check_idle(state, seat_of(state, actor.id))
        whom, now = state.to_move_player, self._now()
        if whom is None or isinstance(whom, Engine) or whom == actor.id:
            raise NobodyToNudge(state)
        idle = idleness(connection, state.match)
        if now < idle.nudge_from:
            raise TooEarlyToNudge(state, idle.nudge_from)
        chosen = reminder_settings.get(connection, whom)
        quiet = quiet_of(chosen)
        waits = quiet is not None and quiet.cover(now)
        new = NewReminder(
            match_id=match_id,
            ply=state.ply,
            player_id=whom,
            kind=ReminderKind.NUDGE,
            state=ReminderState.WAITING if waits else ReminderState.TOLD,
            key=actor.key,
            by=actor.id,
        )
        tell(connection, new, chosen, now)
        if quiet is not None and waits:
            timers.set_timer(connection, Timer(TimerKind.REMINDER, match_id, quiet.over(now)))

    def _ending(
        self, connection: Connection, state: MatchState, seat: Seat
    ) -> tuple[EntryKind, str]:
        _check_idle(state, seat)
        idle = idleness(connection, state.match)
        if idle.call_off_from is None or self._now() < idle.call_off_from:
            raise TooEarlyToCallOff(state, idle)
        return EntryKind.ABORT, IDLE


class IdleMatches:
    """Ends matches that nobody has touched for long, a week after everybody was told.

    One against engines alone ends without a word to anybody beforehand.
    """

    def __init__(self, store: MatchStore, now: Now) -> None:
        self._store = store
        self._now = now

    def apply(self, connection: Connection, timer: Timer) -> None:
        """Tell the players, or end the match, or look again when that is due."""
        match = matches.get(connection, MatchId(timer.subject_id), lock=True)
        if match is None or not match.is_running or match.is_timed:
            return
        now, notice_at = self._now(), Idleness(match.updated_at).notice_at
        if now < notice_at:
            timers.set_timer(connection, Timer(timer.kind, match.id, notice_at))
            return
        if match.is_practice:  # nobody waits for it, so nobody is asked
            self._end(connection, match, now)
            return
        noticed = storage.with_key(connection, _notice_key(match))
        if noticed is None:
            _give_notice(connection, match, now)
            timers.set_timer(connection, Timer(timer.kind, match.id, now + NOTICE))
        elif now < noticed.created_at + NOTICE:
            timers.set_timer(connection, Timer(timer.kind, match.id, noticed.created_at + NOTICE))
        else:
            self._end(connection, match, now)

    def _end(self, connection: Connection, match: MatchSummary, now: datetime) -> None:
        key = Key(f"timer:idle:{match.id}:{match.ply}")
        try:
            state = self._store.read(connection, match.id)
        except (CorruptLog, RulesVersionMissing, UnknownGame):
            # operators hear of it elsewhere; nobody needs it to be tried every minute
            timers.set_timer(connection, Timer(TimerKind.IDLE, match.id, now + NOTICE))
            return
        self._store.append(connection, state, NewEntry(EntryKind.ABORT, IDLE, None, None, key))


def watch_idleness(connection: Connection, change: Change, now: datetime) -> None:
    """Let it be looked, once it may be due, whether a match without a clock is forgotten."""
    match = change.after.match
    if match.is_timed:
        return
    if change.kind is ChangeKind.BEGUN:
        timers.set_timer(connection, Timer(TimerKind.IDLE, match.id, now + NOTICE_AFTER))
    else:
        timers.cancel(connection, TimerKind.IDLE, match.id)


def idleness(connection: Connection, match: MatchSummary) -> Idleness:
    """For how long nothing has happened in the match, and who was nudged meanwhile."""
    told = storage.since(connection, match.id, match.ply) if match.reminded else ()
    nudges = (each.created_at for each in told if each.kind is ReminderKind.NUDGE)
    return Idleness(match.updated_at, tuple(nudges))


def _check_idle(state: MatchState, seat: Seat) -> None:
    if state.match.is_timed:
        raise HasClock(state)
    if seat in state.left:
        raise AlreadyLeft(state)


def _give_notice(connection: Connection, match: MatchSummary, now: datetime) -> None:
    whom = match.to_move_player
    people = [each for each in match.people if not match.has_left[match.players.index(each)]]
    player_id = people[0] if whom is None or isinstance(whom, Engine) else whom
    chosen = reminder_settings.get(connection, player_id)
    new = NewReminder(
        match_id=match.id,
        ply=match.ply,
        player_id=player_id,
        kind=ReminderKind.NOTICE,
        state=ReminderState.TOLD,
        key=_notice_key(match),
    )
    tell(connection, new, chosen, now)


def _notice_key(match: MatchSummary) -> Key:
    return Key(f"{match.id}:{match.ply}:notice")
