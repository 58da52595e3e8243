"""How people want to be reminded: chosen, and what follows for the turns that are going on."""

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
from bot.features.reminders.due import drop, follow
from bot.features.reminders.planning import ONE_BY_ONE, quiet_of, zone_of
from bot.features.reminders.zones import parse_zone
from data.ids import PlayerId, ReminderId, acted_at
from data.states import ReminderWay, TimerKind
from data.transactions import reads, writes


class ReminderGone(ServiceError):
    """There is no such reminder any more."""


class NotYourReminder(ServiceError):
    """Somebody else is reminded."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody wants to be otherwise, as they typed it; None for what may stay."""

    way: ReminderWay | None = None
    quiet: str | None = None
    zone: str | None = None
    digest_at: str | None = None


class ReminderService(matches.Service):
    """Reads and changes how people want to be reminded."""

    async def of_player(self, player_id: PlayerId) -> ReminderSettings:
        """What the player chose, or what everybody begins with."""
        return await self._database.read(reminder_settings.get, player_id)

    @reads
    def unheard(
        self, connection: Connection, player_id: PlayerId
    ) -> tuple[matches.MatchSummary, ...]:
        """The player's matches of which a whole turn can pass in their quiet hours."""
        chosen = reminder_settings.get(connection, player_id)
        quiet = quiet_of(chosen)
        if quiet is None or chosen.reminder_way not in ONE_BY_ONE:
            return ()
        running = matches.storage.running_of(connection, player_id)
        return tuple(each for each in running if _fits(each, quiet))

    @writes
    def choose(self, connection: Connection, actor: Actor, wishes: Wishes) -> ReminderSettings:
        """The player's settings with these wishes, all or none of them.

        Whoever sets the hour of the digest without saying more wants the digest. Raises
        UnreadableZone or UnreadableHours.
        """
        return self._choose(connection, actor, wishes)

    @writes
    def prefer_direct(
        self, connection: Connection, actor: Actor, reminder_id: ReminderId
    ) -> ReminderSettings:
        """Remind this player by direct messages. Raises ReminderGone or NotYourReminder."""
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
            put(connection, actor.id, after, now, acted_at(actor.key, now))
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


def put(
    connection: Connection,
    player_id: PlayerId,
    chosen: ReminderSettings,
    now: datetime,
    asked: datetime,
) -> None:
    """Keep what a player chose, and let what is due later follow it.

    The next digest is that after it was ``asked`` for by Discord's clock: so today's comes though
    this machine's clock is ahead.
    """
    reminder_settings.put(connection, player_id, chosen)
    set_digest(connection, player_id, chosen, asked)
    for match in matches.storage.running_of(connection, player_id):
        if match.is_timed and match.to_move_player == player_id:
            _replan(connection, match, chosen, now)


def set_digest(
    connection: Connection, player_id: PlayerId, chosen: ReminderSettings, now: datetime
) -> None:
    """Let the next digest be due, if the player wants any."""
    if chosen.reminder_way is not ReminderWay.DIGEST:
        timers.cancel(connection, TimerKind.DIGEST, player_id)
        return
    due = quiet_hours.next_digest(now, chosen.digest_at, zone_of(chosen))
    timers.set_timer(connection, TimerKind.DIGEST, player_id, due)


def _replan(
    connection: Connection, match: matches.MatchSummary, chosen: ReminderSettings, now: datetime
) -> None:
    """Remind of a turn at other times. What would have come before is not made up for."""
    turn = planning.running_turn(connection, match, planning.clock_to_move(match))
    if turn is None:
        return
    for each in planning.planned(connection, turn, chosen):
        if each.at <= now:
            drop(connection, turn, each.tier, now)
    follow(connection, match, now, untold=False)


def _fits(match: matches.MatchSummary, quiet: quiet_hours.QuietHours) -> bool:
    """Whether the shortest turn of a match that is not live can pass while it is quiet."""
    clock = stored_clock(match.clock)
    return not isinstance(clock, NoClock) and not clock.live and clock.increment <= quiet.length
