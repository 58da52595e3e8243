"""The reminder settings of a player: reading and changing them, also for the current turns."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.actor import Actor
from bot.core.clocks import NoClock, stored_clock
from bot.core.errors import ServiceError
from bot.core.people import players
from bot.core.people.settings import ReminderSettings, reminder_settings
from bot.features.reminders import planning, quiet_hours, storage
from bot.features.reminders.due import drop, schedule_next
from bot.features.reminders.planning import ONE_BY_ONE, quiet_of, zone_of
from bot.features.reminders.zones import parse_zone
from data.ids import PlayerId, ReminderId, acted_at
from data.states import ReminderWay, TimerKind
from data.transactions import reads, writes
from rules.texts import Text


class ReminderGone(ServiceError):
    """There is no such reminder any more."""

    says = Text("This reminder is no longer needed. `/settings` shows how I remind you.")


class NotYourReminder(ServiceError):
    """Somebody else is reminded."""

    says = Text("This reminder is for somebody else; `/settings` has your own.")


@dataclass(frozen=True, slots=True)
class Wishes:
    """Changes of a player's settings, as typed; None leaves a setting as it is."""

    way: ReminderWay | None = None
    quiet: str | None = None
    zone: str | None = None
    digest_at: str | None = None


class ReminderService(matches.Service):
    """Reads and changes the reminder settings of players."""

    async def of_player(self, player_id: PlayerId) -> ReminderSettings:
        """The player's settings, or the defaults."""
        return await self._database.read(reminder_settings.get, player_id)

    @reads
    def unheard(
        self, connection: Connection, player_id: PlayerId
    ) -> tuple[matches.MatchSummary, ...]:
        """The player's matches whose shortest turn fits in their quiet hours."""
        chosen = reminder_settings.get(connection, player_id)
        quiet = quiet_of(chosen)
        if quiet is None or chosen.reminder_way not in ONE_BY_ONE:
            return ()
        running = matches.storage.running_of(connection, player_id)
        return tuple(each for each in running if _fits(each, quiet))

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
        after = self._with(before, wishes)
        if after != before:
            store_settings(connection, actor.id, after, now, acted_at(actor.key, now))
        return after

    def _with(self, chosen: ReminderSettings, wishes: Wishes) -> ReminderSettings:
        if wishes.way is not None:
            chosen = replace(chosen, reminder_way=wishes.way)
        if wishes.zone is not None:
            chosen = replace(chosen, zone=parse_zone(wishes.zone, self._now()).key)
        if wishes.digest_at is not None:
            way = ReminderWay.DIGEST if wishes.way is None else wishes.way
            hour = quiet_hours.parse_time(wishes.digest_at)
            chosen = replace(chosen, digest_at=hour, reminder_way=way)
        if wishes.quiet is not None:
            quiet = quiet_hours.parse_quiet_hours(wishes.quiet, zone_of(chosen))
            start, end = (quiet.start, quiet.end) if quiet else (None, None)
            chosen = replace(chosen, quiet_from=start, quiet_until=end)
        return chosen


def store_settings(
    connection: Connection,
    player_id: PlayerId,
    chosen: ReminderSettings,
    now: datetime,
    asked: datetime,
) -> None:
    """Store a player's settings, and reschedule the digest and the reminders of current turns.

    The next digest is the first after ``asked``, the time of the interaction by Discord's clock.
    """
    reminder_settings.put(connection, player_id, chosen)
    set_digest(connection, player_id, chosen, asked)
    for match in matches.storage.running_of(connection, player_id):
        if match.is_timed and match.to_move_player == player_id:
            _replan(connection, match, chosen, now)


def set_digest(
    connection: Connection, player_id: PlayerId, chosen: ReminderSettings, now: datetime
) -> None:
    """Set the timer of the next digest, or cancel it if the player wants none."""
    if chosen.reminder_way is not ReminderWay.DIGEST:
        timers.cancel(connection, TimerKind.DIGEST, player_id)
        return
    due = quiet_hours.next_digest(now, chosen.digest_at, zone_of(chosen))
    timers.set_timer(connection, TimerKind.DIGEST, player_id, due)


def _replan(
    connection: Connection, match: matches.MatchSummary, chosen: ReminderSettings, now: datetime
) -> None:
    """Reschedule the reminders of a turn; those that would be overdue are dropped."""
    turn = planning.running_turn(connection, match, planning.clock_to_move(match))
    if turn is None:
        return
    for each in planning.planned(connection, turn, chosen):
        if each.at <= now:
            drop(connection, turn, each.tier, now)
    schedule_next(connection, match, now, untold=False)


def _fits(match: matches.MatchSummary, quiet: quiet_hours.QuietHours) -> bool:
    """Whether the shortest turn of a match, if it is not live, fits in the quiet hours."""
    clock = stored_clock(match.clock)
    return not isinstance(clock, NoClock) and not clock.live and clock.increment <= quiet.length
