"""How people want to be reminded: chosen, and what follows for the turns that are going on."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.clocks import NoClock, parse_clock
from bot.services.matches import Now
from bot.services.matches import storage as matches
from bot.services.matches.storage import MatchSummary
from bot.services.people import players
from bot.services.people.settings import ReminderSettings, reminder_settings
from bot.services.reminders import storage
from bot.services.reminders.due import follow
from bot.services.reminders.errors import (
    NotYourReminder,
    ReminderGone,
    UnreadableHours,
    UnreadableZone,
)
from bot.services.reminders.planning import (
    ONE_BY_ONE,
    clock_to_move,
    planned,
    quiet_of,
    running_turn,
    zone_of,
)
from bot.services.reminders.posting import drop
from bot.services.reminders.quiet_hours import QuietHours, next_digest
from bot.services.reminders.typed_hours import InvalidHoursError, parse_quiet_hours, parse_time
from bot.services.reminders.zones import InvalidZoneError, parse_zone
from bot.services.timers import storage as timers
from bot.services.timers.storage import Timer
from data.database import Database
from data.ids import PlayerId, ReminderId, interaction_time
from data.states import ReminderWay, TimerKind

Chosen = Callable[[ReminderSettings], ReminderSettings]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody wants to be otherwise, as they typed it; None for what may stay."""

    way: ReminderWay | None = None
    quiet: str | None = None
    zone: str | None = None
    digest_at: str | None = None


class ReminderService:
    """Reads and changes how people want to be reminded."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def of_player(self, player_id: PlayerId) -> ReminderSettings:
        """What the player chose, or what everybody begins with."""
        return await self._database.read(reminder_settings.get, player_id)

    async def unheard(self, player_id: PlayerId) -> tuple[MatchSummary, ...]:
        """The player's matches in which a whole turn can pass within their quiet hours.

        None where they are not reminded of turns one by one, or want no quiet.
        """

        def read(connection: Connection) -> tuple[MatchSummary, ...]:
            chosen = reminder_settings.get(connection, player_id)
            quiet = quiet_of(chosen)
            if quiet is None or chosen.reminder_way not in ONE_BY_ONE:
                return ()
            running = matches.running_of(connection, player_id)
            return tuple(each for each in running if _fits(each, quiet))

        return await self._database.read(read)

    async def choose(self, actor: Actor, wishes: Wishes) -> ReminderSettings:
        """The player's settings with these wishes, all or none of them.

        Whoever sets the hour of the digest without saying more wants the digest. Raises
        UnreadableZone or UnreadableHours.
        """
        return await self._database.write(self._change, actor, self._read(wishes))

    async def prefer_direct(self, actor: Actor, reminder_id: ReminderId) -> ReminderSettings:
        """Remind this player by direct messages from now on, as the reminder offered them.

        Raises ReminderGone or NotYourReminder.
        """

        def prefer(connection: Connection) -> ReminderSettings:
            reminder = storage.get(connection, reminder_id)
            if reminder is None:
                raise ReminderGone
            if reminder.player_id != actor.id:
                raise NotYourReminder
            direct = Wishes(way=ReminderWay.DIRECT)
            return self._change(connection, actor, self._read(direct))

        return await self._database.write(prefer)

    def _change(self, connection: Connection, actor: Actor, change: Chosen) -> ReminderSettings:
        now = self._now()
        players.ensure(connection, [actor.id], now)
        before = reminder_settings.get(connection, actor.id, lock=True)
        after = change(before)
        if after != before:
            put(connection, actor.id, after, now, min(interaction_time(actor.key) or now, now))
        return after

    def _read(self, wishes: Wishes) -> Chosen:
        def change(now: ReminderSettings) -> ReminderSettings:
            if wishes.way is not None:
                now = replace(now, reminder_way=wishes.way)
            if wishes.zone is not None:
                now = replace(now, zone=self._zone(wishes.zone))
            if wishes.digest_at is not None:
                now = _with_digest(now, wishes.digest_at, alone=wishes.way is None)
            return now if wishes.quiet is None else _with_quiet(now, wishes.quiet)

        return change

    def _zone(self, typed: str) -> str:
        try:
            return parse_zone(typed, self._now()).key
        except InvalidZoneError as error:
            raise UnreadableZone(error) from error


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
    for match in matches.running_of(connection, player_id):
        if match.is_timed and match.to_move_player == player_id:
            _replan(connection, match, chosen, now)


def set_digest(
    connection: Connection, player_id: PlayerId, chosen: ReminderSettings, now: datetime
) -> None:
    """Let the next digest be due, if the player wants any."""
    if chosen.reminder_way is not ReminderWay.DIGEST:
        timers.cancel(connection, TimerKind.DIGEST, player_id)
        return
    due = next_digest(now, chosen.digest_at, zone_of(chosen))
    timers.set_timer(connection, Timer(TimerKind.DIGEST, player_id, due))


def _replan(
    connection: Connection, match: MatchSummary, chosen: ReminderSettings, now: datetime
) -> None:
    """Remind of a turn at other times. What would have come before is not made up for."""
    turn = running_turn(connection, match, clock_to_move(match))
    if turn is None:
        return
    for each in planned(connection, turn, chosen):
        if each.at <= now:
            drop(connection, turn, each.tier, now)
    follow(connection, match, now, untold=False)


def _fits(match: MatchSummary, quiet: QuietHours) -> bool:
    """Whether a turn of the match, with the least that one has, can pass while it is quiet.

    In live matches it is never quiet.
    """
    clock = parse_clock(match.clock)
    return not isinstance(clock, NoClock) and not clock.live and clock.increment <= quiet.length


def _with_digest(now: ReminderSettings, typed: str, *, alone: bool) -> ReminderSettings:
    try:
        at = parse_time(typed)
    except InvalidHoursError as error:
        raise UnreadableHours(error) from error
    way = ReminderWay.DIGEST if alone else now.reminder_way
    return replace(now, digest_at=at, reminder_way=way)


def _with_quiet(now: ReminderSettings, typed: str) -> ReminderSettings:
    try:
        quiet = parse_quiet_hours(typed, zone_of(now))
    except InvalidHoursError as error:
        raise UnreadableHours(error) from error
    if quiet is None:
        return replace(now, quiet_from=None, quiet_until=None)
    return replace(now, quiet_from=quiet.start, quiet_until=quiet.end)
