"""What people do: choose how they are reminded, nudge whoever does not move, call a match off."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.actor import Actor
from bot.core.clocks import NoClock, stored_clock
from bot.core.errors import ServiceError
from bot.core.matches import MatchRefusal, MatchState, MatchSummary
from bot.core.people import players
from bot.core.people.settings import ReminderSettings, reminder_settings
from bot.features.reminders import rules, storage, typed
from bot.features.reminders.hooks import add_reminder, idleness, store_settings
from bot.features.reminders.rules import Idleness
from bot.features.reminders.storage import REMINDER_TIMER, NewReminder
from data.database import reads, writes
from data.ids import Engine, MatchId, PlayerId, ReminderId, acted_at
from data.states import EntryKind, ReminderKind, ReminderState, ReminderWay
from rules.game import Seat
from rules.texts import Text


class ReminderGone(ServiceError):
    """There is no such reminder any more."""

    says = Text("This reminder is no longer needed. To see how I remind you, use `/settings`.")


class NotYourReminder(ServiceError):
    """Somebody else is reminded."""

    says = Text("This reminder is for somebody else; yours are in `/settings`.")


class HasClock(MatchRefusal):
    """A clock runs in the match, so nobody need do anything about one who does not move."""

    says = Text(
        "This match has a clock, so there is no need to nudge anybody: a player who does not "
        "move loses on time."
    )


class NobodyToNudge(MatchRefusal):
    """The match waits for the player who would nudge, or for a program."""

    says = Text("It is your own turn, so there is nobody to nudge.")


class TooEarlyToNudge(MatchRefusal):
    """Nobody may be nudged before ``at``."""

    says = Text("Give them a little more time: you can nudge {at}.")

    at: datetime


class TooEarlyToCallOff(MatchRefusal):
    """Too little time has passed, or too few nudges went unanswered."""

    idle: Idleness


@dataclass(frozen=True, slots=True)
class Wishes:
    """Changes of a player's settings, as typed; None leaves a setting as it is."""

    way: ReminderWay | None = None
    last_hour: bool | None = None
    quiet: str | None = None
    zone: str | None = None
    digest_at: str | None = None


@dataclass(frozen=True, slots=True)
class Nudged:
    """The match, the player who was nudged, and when they can be nudged again."""

    match: MatchState
    player_id: PlayerId
    again_from: datetime


class ReminderService(matches.StoreService):
    """The reminder settings of players, and what they do in idle matches."""

    async def of_player(self, player_id: PlayerId) -> ReminderSettings:
        """The player's settings, or the defaults."""
        return await self._database.read(reminder_settings.get, player_id)

    @reads
    def muted(self, connection: Connection, player_id: PlayerId) -> tuple[MatchSummary, ...]:
        """The player's matches in which quiet hours can last a whole turn, so no reminder may come.

        Live matches are not among them. The shortest turn of a match is its clock's increment.
        """
        chosen = reminder_settings.get(connection, player_id)
        quiet, found = rules.quiet_of(chosen), list[MatchSummary]()
        if quiet is None or chosen.reminder_way not in rules.EACH_TURN:
            return ()
        for match in matches.storage.running_of(connection, player_id):
            clock = stored_clock(match.clock)
            if not (isinstance(clock, NoClock) or clock.live) and clock.increment <= quiet.length:
                found.append(match)
        return tuple(found)

    @writes
    def choose(self, connection: Connection, actor: Actor, wishes: Wishes) -> ReminderSettings:
        """Change the actor's settings, all wishes or none; the settings after it.

        A time of the digest without a way also chooses the digest. Raises UnreadableZone or
        UnreadableHours.
        """
        return self._choose(connection, actor, wishes)

    @writes
    def prefer_direct(
        self, connection: Connection, actor: Actor, reminder_id: ReminderId
    ) -> ReminderSettings:
        """Choose direct messages by a reminder's button. Raises ReminderGone or NotYourReminder."""
        reminder = storage.get(connection, reminder_id)
        if reminder is None:
            raise ReminderGone
        if reminder.player_id != actor.id:
            raise NotYourReminder
        return self._choose(connection, actor, Wishes(way=ReminderWay.DIRECT))

    def _choose(self, connection: Connection, actor: Actor, wishes: Wishes) -> ReminderSettings:
        now = self._now()
        players.ensure(connection, [actor.id], now)
        before = reminder_settings.get(connection, actor.id, lock=True)
        after = _with(before, wishes, now)
        if after != before:
            store_settings(connection, actor.id, after, now, acted_at(actor.key, now))
        return after

    async def idleness_of(self, match: MatchState) -> Idleness | None:
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
            return self._nudged(connection, match_id, before.player_id)
        state = self._store.open_for(connection, match_id, actor.id, expected_ply, lock=True)
        _check_idle(state, matches.seat_of(state, actor.id))
        whom, now, idle = state.to_move_player, self._now(), idleness(connection, state.match)
        if whom is None or isinstance(whom, Engine) or whom == actor.id:
            raise NobodyToNudge(state)
        if now < idle.nudge_from:
            raise TooEarlyToNudge(state, idle.nudge_from)
        chosen = reminder_settings.get(connection, whom)
        waits_until = rules.quiet_until(chosen, now)
        told = ReminderState.TOLD if waits_until is None else ReminderState.WAITING
        kind, key = ReminderKind.NUDGE, actor.key
        new = NewReminder(match_id, state.ply, whom, kind, told, key, by=actor.id)
        add_reminder(connection, new, chosen, now)
        if waits_until is not None:
            timers.set_timer(connection, REMINDER_TIMER, match_id, waits_until)
        return self._nudged(connection, match_id, whom)

    def _nudged(self, connection: Connection, match_id: MatchId, whom: PlayerId) -> Nudged:
        state = self._store.read(connection, match_id)
        return Nudged(state, whom, idleness(connection, state.match).nudge_from)

    async def call_off(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> MatchState:
        """End an idle match without a result; the match after it.

        A repeated interaction returns the same match. Raises UnknownMatch, NotYourMatch, MatchOver,
        OutdatedBoard, AlreadyLeft, HasClock or TooEarlyToCallOff.
        """

        def ending(connection: Connection, state: MatchState, seat: Seat) -> tuple[EntryKind, str]:
            _check_idle(state, seat)
            idle = idleness(connection, state.match)
            if not idle.may_call_off(self._now()):
                raise TooEarlyToCallOff(state, idle)
            return EntryKind.ABORT, matches.IDLE

        return await self._written(matches.act, self._store, actor, match_id, expected_ply, ending)


def _with(chosen: ReminderSettings, wishes: Wishes, now: datetime) -> ReminderSettings:
    """The settings after the wishes; raises UnreadableZone or UnreadableHours."""
    if wishes.way is not None:
        chosen = replace(chosen, reminder_way=wishes.way)
    if wishes.last_hour is not None:
        chosen = replace(chosen, last_hour=wishes.last_hour)
    if wishes.zone is not None:
        chosen = replace(chosen, zone=typed.parse_zone(wishes.zone, now).key)
    if wishes.digest_at is not None:
        way, hour = wishes.way or ReminderWay.DIGEST, typed.parse_time(wishes.digest_at)
        chosen = replace(chosen, digest_at=hour, reminder_way=way)
    if wishes.quiet is not None:
        quiet = typed.parse_quiet_hours(wishes.quiet, rules.zone_of(chosen.zone))
        start, end = (quiet.start, quiet.end) if quiet else (None, None)
        chosen = replace(chosen, quiet_from=start, quiet_until=end)
    return chosen


def _check_idle(state: MatchState, seat: Seat) -> None:
    if state.match.is_timed:
        raise HasClock(state)
    if seat in state.left:
        raise matches.AlreadyLeft(state)
