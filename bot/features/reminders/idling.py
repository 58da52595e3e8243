"""Idle matches: nudges, calling off, and the end that a match comes to by itself."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.actor import Actor
from bot.core.clocks import stored_clock
from bot.core.matches import MatchRefusal, MatchState
from bot.core.people.settings import reminder_settings
from bot.features.reminders import storage
from bot.features.reminders.due import add_reminder
from bot.features.reminders.planning import quiet_of
from bot.features.reminders.storage import NewReminder
from data.ids import Engine, Key, MatchId, PlayerId
from data.states import EntryKind, ReminderKind, ReminderState, TimerKind
from data.transactions import writes
from rules.game import Seat
from rules.texts import Text

NUDGE_AFTER = timedelta(days=14)
NUDGE_AGAIN_AFTER = timedelta(days=7)
CALL_OFF_AFTER = timedelta(days=60)
"""A player may call off a match after this time; live matches end by themselves then."""
NUDGES_BEFORE = 2
"""The number of nudges without a move before a player may call off a match."""
NOTICE_AFTER = timedelta(days=120)
"""The idle time after which everybody gets notice that a match without a clock will end."""
NOTICE = timedelta(days=7)
"""The time from the notice to the end."""


@dataclass(frozen=True, slots=True)
class Idleness:
    """How long a match has been idle: the time of its last entry, and the nudges since."""

    since: datetime
    nudges: tuple[datetime, ...] = ()

    @property
    def nudge_from(self) -> datetime:
        first = self.since + NUDGE_AFTER
        return max(first, self.nudges[-1] + NUDGE_AGAIN_AFTER) if self.nudges else first

    @property
    def call_off_from(self) -> datetime | None:
        """When a player may call the match off; None before enough nudges."""
        if len(self.nudges) < NUDGES_BEFORE:
            return None
        return max(self.since + CALL_OFF_AFTER, self.nudges[NUDGES_BEFORE - 1])


class HasClock(MatchRefusal):
    """A clock runs in the match, so nobody need do anything about one who does not move."""

    says = Text(
        "This match has a clock, so there is no need to nudge anybody: a player who does not "
        "move loses on time."
    )


class NobodyToNudge(MatchRefusal):
    """It is the player's own turn, or that of a program."""

    says = Text("It is your own turn, so there is nobody to nudge.")


class TooEarlyToNudge(MatchRefusal):
    """Nobody may be nudged before ``at``."""

    says = Text("Give them a little more time: you can nudge {at}.")

    at: datetime


class TooEarlyToCallOff(MatchRefusal):
    """Too little time has passed, or too few nudges went unanswered."""

    idle: Idleness


@dataclass(frozen=True, slots=True)
class Nudged:
    """The match, the player who was nudged, and when they can be nudged again."""

    match: MatchState
    player_id: PlayerId
    again_from: datetime


class IdleService(matches.StoreService):
    """Nudging players, and calling off idle matches. Refusals are ServiceErrors."""

    async def of(self, match: MatchState) -> Idleness | None:
        """How long a match has been idle; None if it has a clock or is over."""
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
        """Remind the player to move; a repeated interaction returns the same answer.

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
        kind, key = ReminderKind.NUDGE, actor.key
        new = NewReminder(match_id, state.ply, whom, kind, told, key, by=actor.id)
        add_reminder(connection, new, chosen, now)
        if quiet is not None and waits:
            timers.set_timer(connection, TimerKind.REMINDER, match_id, quiet.end_after(now))
        state = self._store.read(connection, match_id)
        return Nudged(state, whom, idleness(connection, state.match).nudge_from)

    async def call_off(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> MatchState:
        """End an idle match without a result; the match after it.

        A repeated interaction returns the same match. Raises UnknownMatch, NotYourMatch, MatchOver,
        OutdatedBoard, AlreadyLeft, HasClock or TooEarlyToCallOff.
        """
        return await self._written(
            matches.act, self._store, actor, match_id, expected_ply, self._ending
        )

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
    """End an idle match, a week after notice to its players; else set the timer again.

    Practice matches, and live matches whose board was never posted, end without notice.
    """
    match = matches.storage.get(connection, MatchId(timer.subject_id), lock=True)
    length = None if match is None else _idle_limit(match)
    if match is None or length is None or not match.is_running:
        return
    due = (match.updated_at if match.deadline is None else now) + length
    if now >= due and not (match.is_practice or match.is_timed):  # those need no notice
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
        # a damaged match is reported elsewhere, and tried again only after a while
        timers.set_timer(connection, TimerKind.IDLE, match.id, now + NOTICE)
        return
    store.append(
        connection, state, matches.NewEntry(EntryKind.ABORT, matches.IDLE, None, None, key)
    )


def schedule_idle_check(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Set the timer that checks whether a match has been idle for too long, or cancel it."""
    match = change.after.match
    length = _idle_limit(match)
    if length is None:
        return
    if change.kind is matches.ChangeKind.BEGUN:
        timers.set_timer(connection, TimerKind.IDLE, match.id, now + length)
    else:
        timers.cancel(connection, TimerKind.IDLE, match.id)


def _idle_limit(match: matches.MatchSummary) -> timedelta | None:
    """The idle time after which a match may end by itself; None if its clock sees to that."""
    if not match.is_timed:
        return NOTICE_AFTER
    return CALL_OFF_AFTER if stored_clock(match.clock).live else None


def idleness(connection: Connection, match: matches.MatchSummary) -> Idleness:
    """How long the match has been idle, with the nudges of its current turn."""
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
    add_reminder(connection, new, reminder_settings.get(connection, player_id), now)


def _notice_key(match: matches.MatchSummary) -> Key:
    return Key(f"{match.id}:{match.ply}:notice")
