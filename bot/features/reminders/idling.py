"""Matches without a clock in which nobody moves: nudged, called off, and ended by themselves."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.actor import Actor
from bot.core.clocks import stored_clock
from bot.core.matches import MatchRefusal, MatchState
from bot.core.people.settings import reminder_settings
from bot.features.reminders import storage
from bot.features.reminders.due import tell
from bot.features.reminders.planning import quiet_of
from bot.features.reminders.storage import NewReminder
from data.ids import Engine, Key, MatchId, PlayerId
from data.states import EntryKind, ReminderKind, ReminderState, TimerKind
from data.transactions import writes
from rules.game import Seat

NUDGE_AFTER = timedelta(days=14)
NUDGE_AGAIN_AFTER = timedelta(days=7)
CALL_OFF_AFTER = timedelta(days=60)
NUDGES_BEFORE = 2
NOTICE_AFTER = timedelta(days=120)
NOTICE = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Idleness:
    """Nothing has happened in a match since ``since``, but for these nudges."""

    since: datetime
    nudges: tuple[datetime, ...] = ()

    @property
    def nudge_from(self) -> datetime:
        quiet = self.since + NUDGE_AFTER
        return max(quiet, self.nudges[-1] + NUDGE_AGAIN_AFTER) if self.nudges else quiet

    @property
    def call_off_from(self) -> datetime | None:
        """From when on either may call the match off; None before enough nudges."""
        if len(self.nudges) < NUDGES_BEFORE:
            return None
        return max(self.since + CALL_OFF_AFTER, self.nudges[NUDGES_BEFORE - 1])


class HasClock(MatchRefusal):
    """A clock runs in the match, so nobody need do anything about one who does not move."""


class NobodyToNudge(MatchRefusal):
    """It is the player's own turn, or that of a program."""


class TooEarlyToNudge(MatchRefusal):
    """Nobody may be nudged before ``at``."""

    at: datetime


class TooEarlyToCallOff(MatchRefusal):
    """Too little time has passed, or too few nudges went unanswered."""

    idle: Idleness


@dataclass(frozen=True, slots=True)
class Nudged:
    """The match in which somebody was nudged, who that was, and when it can be done again."""

    match: MatchState
    player_id: PlayerId
    again_from: datetime


class IdleService(matches.StoreService):
    """What players do about a match in which nobody moves. Every no is a ServiceError."""

    async def of(self, match: MatchState) -> Idleness | None:
        """For how long nothing has happened; None where a clock runs, or the match is over."""
        if match.match.is_timed or not match.is_running:
            return None
        return await self._database.read(idleness, match.match)

    @writes
    def nudge(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        expected_ply: int | None = None,
    ) -> Nudged:
        """Remind the player to move, once; the same interaction again gives the same answer.

        Raises UnknownMatch, NotYourMatch, MatchOver, OutdatedBoard, AlreadyLeft, HasClock,
        NobodyToNudge or TooEarlyToNudge.
        """
        before = storage.with_key(connection, actor.key)
        if before is not None:
            state = self._store.read(connection, match_id)
            return Nudged(state, before.player_id, idleness(connection, state.match).nudge_from)
        state = self._store.open_for(connection, match_id, actor.id, expected_ply, lock=True)
        _check_idle(state, matches.seat_of(state, actor.id))
        whom, now, idle = state.to_move_player, self._now(), idleness(connection, state.match)
        if whom is None or isinstance(whom, Engine) or whom == actor.id:
            raise NobodyToNudge(state)
        if now < idle.nudge_from:
            raise TooEarlyToNudge(state, idle.nudge_from)
        chosen = reminder_settings.get(connection, whom)
        quiet = quiet_of(chosen)
        waits = quiet is not None and quiet.cover(now)
        told = ReminderState.WAITING if waits else ReminderState.TOLD
        turn = (match_id, state.ply, whom, ReminderKind.NUDGE)
        tell(connection, NewReminder(*turn, told, actor.key, by=actor.id), chosen, now)
        if quiet is not None and waits:
            timers.set_timer(connection, TimerKind.REMINDER, match_id, quiet.over(now))
        state = self._store.read(connection, match_id)
        return Nudged(state, whom, idleness(connection, state.match).nudge_from)

    async def call_off(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> MatchState:
        """End a match in which nobody moves any more without a result; the match after it.

        Repeats as ``nudge``; raises UnknownMatch, NotYourMatch, MatchOver, OutdatedBoard,
        AlreadyLeft, HasClock or TooEarlyToCallOff.
        """
        doing = (self._store, actor, match_id, expected_ply, self._ending)
        return await self._written(matches.act, *doing)

    def _ending(
        self, connection: Connection, state: MatchState, seat: Seat
    ) -> tuple[EntryKind, str]:
        _check_idle(state, seat)
        idle = idleness(connection, state.match)
        if idle.call_off_from is None or self._now() < idle.call_off_from:
            raise TooEarlyToCallOff(state, idle)
        return EntryKind.ABORT, matches.IDLE


def end_idle(
    store: matches.MatchStore, connection: Connection, timer: timers.Timer, now: datetime
) -> None:
    """End a match that nobody has touched for long, a week after everybody was told.

    One against engines alone, and a live one whose board could not be posted, ends without a word
    to anybody beforehand.
    """
    match = matches.storage.get(connection, MatchId(timer.subject_id), lock=True)
    length = None if match is None else _forgotten_after(match)
    if match is None or length is None or not match.is_running:
        return
    due = (match.updated_at if match.deadline is None else now) + length
    if now >= due and not (match.is_practice or match.is_timed):  # then nobody need be asked
        noticed = storage.with_key(connection, _notice_key(match))
        if noticed is None:
            _give_notice(connection, match, now)
        due = (now if noticed is None else noticed.created_at) + NOTICE
    if now < due:
        timers.set_timer(connection, timer.kind, match.id, due)
        return
    key = Key(f"timer:idle:{match.id}:{match.ply}")
    try:
        state = store.read(connection, match.id)
    except matches.UNREADABLE:
        # operators hear of it elsewhere; nobody needs it to be tried every minute
        timers.set_timer(connection, TimerKind.IDLE, match.id, now + NOTICE)
        return
    store.append(
        connection, state, matches.NewEntry(EntryKind.ABORT, matches.IDLE, None, None, key)
    )


def watch_idleness(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Let it be looked, once it may be due, whether a match is forgotten."""
    match = change.after.match
    length = _forgotten_after(match)
    if length is None:
        return
    if change.kind is matches.ChangeKind.BEGUN:
        timers.set_timer(connection, TimerKind.IDLE, match.id, now + length)
    else:
        timers.cancel(connection, TimerKind.IDLE, match.id)


def _forgotten_after(match: matches.MatchSummary) -> timedelta | None:
    """How long nothing may happen without a clock, or in a live match; None in others."""
    if not match.is_timed:
        return NOTICE_AFTER
    return CALL_OFF_AFTER if stored_clock(match.clock).live else None


def idleness(connection: Connection, match: matches.MatchSummary) -> Idleness:
    """For how long nothing has happened in the match, and who was nudged meanwhile."""
    told = storage.since(connection, match.id, match.ply) if match.reminded else ()
    nudges = (each.created_at for each in told if each.kind is ReminderKind.NUDGE)
    return Idleness(match.updated_at, tuple(nudges))


def _check_idle(state: MatchState, seat: Seat) -> None:
    if state.match.is_timed:
        raise HasClock(state)
    if seat in state.left:
        raise matches.AlreadyLeft(state)


def _give_notice(connection: Connection, match: matches.MatchSummary, now: datetime) -> None:
    whom = match.to_move_player
    people = [each for each in match.people if not match.has_left[match.players.index(each)]]
    player_id = people[0] if whom is None or isinstance(whom, Engine) else whom
    kind, state, key = ReminderKind.NOTICE, ReminderState.TOLD, _notice_key(match)
    new = NewReminder(match.id, match.ply, player_id, kind, state, key)
    tell(connection, new, reminder_settings.get(connection, player_id), now)


def _notice_key(match: matches.MatchSummary) -> Key:
    return Key(f"{match.id}:{match.ply}:notice")
