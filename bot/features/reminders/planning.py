"""When the player of a turn is reminded: at most a few times, never in quick succession."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Connection

from bot.core import clocks
from bot.core.matches import MatchSummary
from bot.core.people.settings import ReminderSettings, reminder_settings
from bot.features.reminders import storage
from bot.features.reminders.quiet_hours import QuietHours, released
from data.ids import Engine, Key, MatchId, PlayerId
from data.states import ReminderKind, ReminderState, ReminderWay

LEAST_GAP = timedelta(hours=3)
"""Never two reminders of one turn within this."""

COMPOSER_SILENCE = timedelta(hours=1)
"""Who has opened the composer this recently knows."""

NO_ZONE = "UTC"

ONE_BY_ONE = (ReminderWay.THREAD, ReminderWay.DIRECT)
"""How those want it who are reminded of each turn by itself."""

LIVE_TOO = (*ONE_BY_ONE, ReminderWay.DIGEST)
"""The same in a match that is played in one sitting: a daily message would come after it."""

_FIXED = {ReminderKind.ONE_DAY: timedelta(days=1), ReminderKind.THREE_HOURS: timedelta(hours=3)}
TIERS = frozenset({ReminderKind.HALF, ReminderKind.QUARTER, *_FIXED})
"""What comes at how much of the time is left."""


@dataclass(frozen=True, slots=True)
class TurnTime:
    """What a turn began with, and when it is over; ``live`` if it is of one sitting."""

    allotted: timedelta
    deadline: datetime
    live: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    """A reminder that is to come, of one of the TIERS."""

    tier: ReminderKind
    at: datetime


@dataclass(frozen=True, slots=True)
class RunningTurn:
    """The turn of a person whose time runs. ``since``: from when on it does, with a head start.

    ``untold``: nobody can have been reminded of it yet.
    """

    match_id: MatchId
    ply: int
    player_id: PlayerId
    time: TurnTime
    since: datetime
    untold: bool

    def key(self, tier: ReminderKind) -> Key:
        """What makes a reminder come once."""
        return Key(f"{self.match_id}:{self.ply}:{tier.value}")


def tiers(turn: TurnTime) -> dict[ReminderKind, timedelta]:
    """How much is left when each reminder is due, the earliest first."""
    if turn.live:
        return {ReminderKind.QUARTER: turn.allotted / 4}
    half = turn.allotted / 2
    return {ReminderKind.HALF: half} | {tier: left for tier, left in _FIXED.items() if left < half}


def plan(
    turn: TurnTime,
    sent: Mapping[ReminderKind, datetime],
    quiet: QuietHours | None,
    now: datetime,
    dropped: Collection[ReminderKind] = (),
) -> tuple[Planned, ...]:
    """The reminders of a turn still to come after ``now``, in order.

    ``sent`` are those that came, with their time; ``dropped`` will not come. Quiet hours do not
    apply to live matches, whose players are there.
    """
    found, hours = [], None if turn.live else quiet
    for tier, left in tiers(turn).items():
        at = turn.deadline - left
        if at > now and tier not in (*sent, *dropped):
            moved = released(at, hours, earliest=now, deadline=turn.deadline)
            if moved is not None:
                found.append(Planned(tier, moved))
    return tuple(_spaced(sorted(found, key=lambda each: each.at), sent.values()))


def _spaced(reminders: Iterable[Planned], sent: Iterable[datetime]) -> Iterable[Planned]:
    last = max(sent, default=None)
    for each in reminders:
        if last is None or each.at - last >= LEAST_GAP:
            yield each
            last = each.at


def is_silenced(at: datetime, composer_opened_at: datetime | None) -> bool:
    """Whether a reminder due ``at`` is dropped, for the player is looking at the match anyway."""
    return composer_opened_at is not None and at - composer_opened_at < COMPOSER_SILENCE


def running_turn(
    connection: Connection, match: MatchSummary, clock: clocks.SeatClock | None
) -> RunningTurn | None:
    """The turn that is going on in a match, by the clock of the seat to move; None without time.

    What outages have cost is no part of what the turn has: half of it is left as late as without.
    """
    player, seat = match.to_move_player, match.to_move
    if clock is None or clock.turn is None or clock.turn.begins is None or not clock.deadline:
        return None
    if player is None or seat is None or isinstance(player, Engine):
        return None
    ply, since, allotted = clock.turn.ply, clock.turn.begins, clock.balance
    if clock.credited:
        allotted -= clocks.storage.made_good_since(connection, match.id, seat, since)
    time = TurnTime(allotted, clock.deadline, clock.clock.live)
    untold = ply == match.ply and not match.reminded
    return RunningTurn(match.id, ply, player, time, since, untold)


def clock_to_move(match: MatchSummary) -> clocks.SeatClock | None:
    """What whoever is to move has, as it is stored; None without time."""
    return None if match.time is None else match.time.clocks.of(match.to_move)


def possible_turns(
    connection: Connection, match: MatchSummary, clock: clocks.SeatClock | None, now: datetime
) -> tuple[RunningTurn, ...]:
    """The turn that is going on: as it is if its board is posted ``now``, and if it never is.

    One where that is the same, none without time.
    """
    clocks_then = () if clock is None else dict.fromkeys((clock.soonest(now), clock))
    found = (running_turn(connection, match, each) for each in clocks_then)
    return tuple(turn for turn in found if turn is not None)


def next_reminder(
    connection: Connection,
    turns: Collection[RunningTurn],
    chosen: ReminderSettings | None = None,
    after: datetime | None = None,
) -> datetime | None:
    """When to look again whether the turn's player has to be reminded, None for never.

    That is early enough for each of ``turns``, which are what the turn can come to. ``chosen`` is
    how the player wants it, where that was read already; it is not before ``after``.
    """
    if not turns:
        return None
    chosen = chosen or reminder_settings.get(connection, next(iter(turns)).player_id)
    found = (each.at for turn in turns for each in planned(connection, turn, chosen))
    return min((at for at in found if after is None or at > after), default=None)


def planned(
    connection: Connection, turn: RunningTurn, chosen: ReminderSettings
) -> tuple[Planned, ...]:
    """All reminders of the turn that neither came nor were dropped, also those that are late."""
    if chosen.reminder_way not in (ONE_BY_ONE if not turn.time.live else LIVE_TOO):
        return ()
    came = () if turn.untold else storage.since(connection, turn.match_id, turn.ply)
    told = [each for each in came if each.player_id == turn.player_id and each.kind in TIERS]
    dropped = {each.kind for each in told if each.state is ReminderState.DROPPED}
    sent = {each.kind: each.created_at for each in told if each.kind not in dropped}
    return plan(turn.time, sent, quiet_of(chosen), turn.since, dropped)


def quiet_of(chosen: ReminderSettings) -> QuietHours | None:
    """The hours in which the player wants to hear nothing."""
    if chosen.quiet_from is None or chosen.quiet_until is None:
        return None
    return QuietHours(chosen.quiet_from, chosen.quiet_until, zone_of(chosen))


def zone_of(chosen: ReminderSettings) -> ZoneInfo:
    """The player's time zone; UTC if none was chosen, or it is not known any more."""
    try:
        return ZoneInfo(chosen.zone or NO_ZONE)
    except ZoneInfoNotFoundError:
        return ZoneInfo(NO_ZONE)
