"""Plans when the player of a turn is reminded, by the time left and their quiet hours."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Connection

from bot.core import clocks
from bot.core.matches import MatchSummary
from bot.core.people.settings import ReminderSettings, reminder_settings
from bot.features.reminders import storage
from bot.features.reminders.quiet_hours import QuietHours, move_out
from data.ids import Engine, Key, MatchId, PlayerId
from data.states import ReminderKind, ReminderState, ReminderWay

LEAST_GAP = timedelta(hours=3)
"""The least time between two reminders of a turn."""

COMPOSER_SILENCE = timedelta(hours=1)
"""A player who opened the composer this recently is not reminded."""

NO_ZONE = "UTC"

ONE_BY_ONE = (ReminderWay.THREAD, ReminderWay.DIRECT)
"""The ways with a reminder for each turn."""

LIVE_TOO = (*ONE_BY_ONE, ReminderWay.DIGEST)
"""The ways with reminders in live matches, for which a daily message would come too late."""

_FIXED = {ReminderKind.ONE_DAY: timedelta(days=1), ReminderKind.THREE_HOURS: timedelta(hours=3)}
TIERS = frozenset({ReminderKind.HALF, ReminderKind.QUARTER, *_FIXED})
"""The kinds of reminders that depend on the time left in a turn."""


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The time of a turn at its beginning, and its deadline; ``live`` in a live match."""

    allotted: timedelta
    deadline: datetime
    live: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    """A reminder still to come; ``tier`` is one of TIERS."""

    tier: ReminderKind
    at: datetime


@dataclass(frozen=True, slots=True)
class RunningTurn:
    """A person's turn whose time runs. ``since`` is when it began to, after the head start.

    ``untold``: no reminder of it can exist yet, so storage need not be asked.
    """

    match_id: MatchId
    ply: int
    player_id: PlayerId
    time: TurnTime
    since: datetime
    untold: bool

    def key(self, tier: ReminderKind) -> Key:
        """The unique key of the turn's reminder of this kind."""
        return Key(f"{self.match_id}:{self.ply}:{tier.value}")


def tiers(turn: TurnTime) -> dict[ReminderKind, timedelta]:
    """The time left at which each reminder of a turn is due, the earliest first."""
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

    ``sent`` are the times of those that came; ``dropped`` do not come. Quiet hours do not apply in
    live matches, whose players are present.
    """
    found, hours = [], None if turn.live else quiet
    for tier, left in tiers(turn).items():
        at = turn.deadline - left
        if at > now and tier not in (*sent, *dropped):
            moved = move_out(at, hours, earliest=now, deadline=turn.deadline)
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
    """Whether a reminder due ``at`` is dropped, as the player is looking at the match."""
    return composer_opened_at is not None and at - composer_opened_at < COMPOSER_SILENCE


def running_turn(
    connection: Connection, match: MatchSummary, clock: clocks.SeatClock | None
) -> RunningTurn | None:
    """The current turn, by the clock of the seat to move; None if no person's time runs.

    Time that was given back for outages does not count as time of the turn, so that its reminders
    come with the same time left as without an outage.
    """
    player, seat = match.to_move_player, match.to_move
    if clock is None or clock.turn is None or clock.turn.begins is None or not clock.deadline:
        return None
    if player is None or seat is None or isinstance(player, Engine):
        return None
    ply, since, allotted = clock.turn.ply, clock.turn.begins, clock.balance
    if clock.credited:
        allotted -= clocks.storage.credited_since(connection, match.id, seat, since)
    time = TurnTime(allotted, clock.deadline, clock.clock.live)
    untold = ply == match.ply and not match.reminded
    return RunningTurn(match.id, ply, player, time, since, untold)


def clock_to_move(match: MatchSummary) -> clocks.SeatClock | None:
    """The stored clock of the seat to move; None if it has none."""
    return None if match.time is None else match.time.clocks.of(match.to_move)


def possible_turns(
    connection: Connection, match: MatchSummary, clock: clocks.SeatClock | None, now: datetime
) -> tuple[RunningTurn, ...]:
    """The current turn if its board is posted ``now``, and if it is never posted.

    One turn if both are the same; none if no person's time runs.
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
    """The earliest time after ``after`` at which a reminder of the turn may be due; None if never.

    ``turns`` are the possible courses of one turn. ``chosen`` are the player's settings, if they
    have been read already.
    """
    if not turns:
        return None
    chosen = chosen or reminder_settings.get(connection, next(iter(turns)).player_id)
    found = (each.at for turn in turns for each in planned(connection, turn, chosen))
    return min((at for at in found if after is None or at > after), default=None)


def planned(
    connection: Connection, turn: RunningTurn, chosen: ReminderSettings
) -> tuple[Planned, ...]:
    """All reminders of the turn that were neither sent nor dropped, overdue ones included."""
    if chosen.reminder_way not in (ONE_BY_ONE if not turn.time.live else LIVE_TOO):
        return ()
    came = () if turn.untold else storage.since(connection, turn.match_id, turn.ply)
    told = [each for each in came if each.player_id == turn.player_id and each.kind in TIERS]
    dropped = {each.kind for each in told if each.state is ReminderState.DROPPED}
    sent = {each.kind: each.created_at for each in told if each.kind not in dropped}
    return plan(turn.time, sent, quiet_of(chosen), turn.since, dropped)


def quiet_of(chosen: ReminderSettings) -> QuietHours | None:
    """The player's quiet hours; None if they have none."""
    if chosen.quiet_from is None or chosen.quiet_until is None:
        return None
    return QuietHours(chosen.quiet_from, chosen.quiet_until, zone_of(chosen))


def zone_of(chosen: ReminderSettings) -> ZoneInfo:
    """The player's time zone; UTC if none was chosen, or it no longer exists."""
    try:
        return ZoneInfo(chosen.zone or NO_ZONE)
    except ZoneInfoNotFoundError:
        return ZoneInfo(NO_ZONE)
