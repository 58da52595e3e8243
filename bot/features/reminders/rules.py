"""When a player is reminded, when not, and when an idle match can be nudged, called off or ended.

Pure: it knows the time of a turn and the player's settings, but no database.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.core.clocks import stored_clock
from bot.core.matches import MatchSummary
from bot.core.people.settings import ReminderSettings
from data.states import ReminderKind, ReminderWay

_ONE_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_MOMENT = timedelta(microseconds=1)
BEFORE_QUIET = timedelta(minutes=15)
"""A reminder that cannot wait for the end of quiet hours comes this long before they start."""


def first_instant(day: date, shown: time, zone: ZoneInfo) -> datetime:
    """The first instant (UTC) with the local time ``shown`` on ``day``, or when it is skipped."""
    early = datetime.combine(day, shown, zone).astimezone(UTC)
    if early.astimezone(zone).replace(tzinfo=None) == datetime.combine(day, shown):
        return early
    late = datetime.combine(day, shown, zone).replace(fold=1).astimezone(UTC)
    return _change(late, early, zone) or early


def _change(after: datetime, until: datetime, zone: ZoneInfo) -> datetime | None:
    """The instant in (after, until] when the offset of ``zone`` changes; None if it does not.

    Changes fall on whole seconds, and no zone has two of them within a day.
    """
    begin, shown = after.replace(microsecond=0), after.astimezone(zone).utcoffset()
    seconds = range(1, (until - begin) // _SECOND + 1)
    passed = bisect_left(
        seconds,
        True,
        key=lambda second: (begin + second * _SECOND).astimezone(zone).utcoffset() != shown,
    )
    return begin + seconds[passed] * _SECOND if passed < len(seconds) else None


def next_digest(after: datetime, hour: time, zone: ZoneInfo) -> datetime:
    """The next instant (UTC) after ``after`` with the local time ``hour`` in ``zone``.

    There is one each day, even if the hour comes twice or is skipped, except on skipped days.
    """
    day = after.astimezone(zone).date()
    while True:
        due = first_instant(day, hour, zone)
        if due > after and due.astimezone(zone).date() == day:
            return due
        day += _ONE_DAY


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From ``start`` to just before ``end``, local times in ``zone``, past midnight if end < start.

    A local time that comes twice is quiet both times. Raises ValueError if start equals end.
    """

    start: time
    end: time
    zone: ZoneInfo

    def __post_init__(self) -> None:
        if self.start == self.end:
            raise ValueError("quiet hours end at another time than they start")

    def cover(self, at: datetime) -> bool:
        """Whether the instant ``at`` is in quiet hours."""
        shown = at.astimezone(self.zone).time()
        if self.start < self.end:
            return self.start <= shown < self.end
        return shown >= self.start or shown < self.end

    @property
    def length(self) -> timedelta:
        """The time from start to end on a day without a change of offset."""
        return _between(self.start, self.end)

    def end_after(self, at: datetime) -> datetime:
        """The first instant from ``at`` on outside quiet hours."""
        while self.cover(at):
            end = at + _between(at.astimezone(self.zone).time(), self.end)
            change = _change(at, end, self.zone)
            if change is None:
                return end
            at = change
        return at

    def start_before(self, at: datetime) -> datetime:
        """When the quiet hours around ``at`` started; raises ValueError if there are none."""
        if not self.cover(at):
            raise ValueError(f"it is not quiet at {at}")
        while True:
            start = at - _between(self.start, at.astimezone(self.zone).time())
            # a change at the start itself counts too: the start may come twice
            change = _change(start - _MOMENT, at, self.zone)
            if change is None:
                return start
            if not self.cover(change - _MOMENT):
                return change
            at = change - _MOMENT


def move_out(
    at: datetime, quiet: QuietHours | None, *, earliest: datetime, deadline: datetime
) -> datetime | None:
    """The time of a reminder due ``at``, moved out of quiet hours; None if there is no such time.

    It moves to the end of the quiet hours, or shortly before their start if the deadline passes
    first, but never before ``earliest``.
    """
    if quiet is None or not quiet.cover(at):
        return at
    end = quiet.end_after(at)
    if end < deadline:
        return end
    start = quiet.start_before(at)
    before = quiet.end_after(max(start - BEFORE_QUIET, earliest))
    return before if before < start else None


def _between(first: time, last: time) -> timedelta:
    since, until = (datetime.combine(date.min, shown) for shown in (first, last))
    return (until - since) % _ONE_DAY


def quiet_until(chosen: ReminderSettings, now: datetime) -> datetime | None:
    """When the player's quiet hours end; None if it is not quiet ``now``."""
    quiet = quiet_of(chosen)
    return quiet.end_after(now) if quiet is not None and quiet.cover(now) else None


def quiet_of(chosen: ReminderSettings) -> QuietHours | None:
    """The player's quiet hours; None if they have none."""
    if chosen.quiet_from is None or chosen.quiet_until is None:
        return None
    return QuietHours(chosen.quiet_from, chosen.quiet_until, zone_of(chosen.zone))


def zone_of(name: str | None) -> ZoneInfo:
    """The time zone with this name; UTC if none was chosen, or it no longer exists."""
    try:
        return ZoneInfo(name or "UTC")
    except ZoneInfoNotFoundError:
        return ZoneInfo("UTC")


LEAST_GAP = timedelta(hours=3)
"""The least time between two reminders of a turn."""

LAST_HOUR_GAP = timedelta(hours=1)
"""The least time between the reminder of the last hour and the one before it."""

COMPOSER_SILENCE = timedelta(hours=1)
"""A player who opened the composer (**Move**) less than this ago is not reminded."""

EACH_TURN = (ReminderWay.THREAD, ReminderWay.DIRECT)
"""Players who chose one of these ways are reminded of each turn, not once a day."""

LIVE_TURNS = (*EACH_TURN, ReminderWay.DIGEST)
"""Players who chose one of these ways are reminded of each turn of a live match.

The digest is among them, as it would come when the match is over.
"""

_FIXED = {ReminderKind.ONE_DAY: timedelta(days=1), ReminderKind.THREE_HOURS: timedelta(hours=3)}
_LAST_HOUR = {ReminderKind.ONE_HOUR: timedelta(hours=1)}
TIERS = frozenset({ReminderKind.HALF, ReminderKind.QUARTER, *_FIXED, *_LAST_HOUR})
"""The kinds of reminders that depend on the time left in a turn."""

NEVER_DIRECT = (ReminderKind.NOTICE, ReminderKind.DIGEST)
"""Kinds that are posted where the match is played, whatever way the player chose.

A notice is for all players. A digest is posted there because the player's Discord refused it.
"""


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


def tiers(turn: TurnTime, *, last_hour: bool = False) -> dict[ReminderKind, timedelta]:
    """The time left at which each reminder of a turn is due, the earliest first.

    ``last_hour``: the player wants one more, which live matches do not have.
    """
    if turn.live:
        return {ReminderKind.QUARTER: turn.allotted / 4}
    half, fixed = turn.allotted / 2, _FIXED | (_LAST_HOUR if last_hour else {})
    return {ReminderKind.HALF: half} | {tier: left for tier, left in fixed.items() if left < half}


def plan(
    turn: TurnTime,
    sent: Mapping[ReminderKind, datetime],
    quiet: QuietHours | None,
    after: datetime,
    dropped: Collection[ReminderKind] = (),
    *,
    last_hour: bool = False,
) -> tuple[Planned, ...]:
    """The reminders of a turn that come later than ``after``, in order.

    ``sent``: when those came that were sent, which do not come again. ``dropped`` never come. Quiet
    hours do not apply in live matches, whose players are present.
    """
    found, hours = [], None if turn.live else quiet
    for tier, left in tiers(turn, last_hour=last_hour).items():
        at = turn.deadline - left
        if at > after and tier not in (*sent, *dropped):
            moved = move_out(at, hours, earliest=after, deadline=turn.deadline)
            if moved is not None:
                found.append(Planned(tier, moved))
    return tuple(_spaced(sorted(found, key=lambda each: each.at), sent.values()))


def _spaced(reminders: Iterable[Planned], sent: Iterable[datetime]) -> Iterable[Planned]:
    last = max(sent, default=None)
    for each in reminders:
        gap = LAST_HOUR_GAP if each.tier in _LAST_HOUR else LEAST_GAP
        if last is None or each.at - last >= gap:
            yield each
            last = each.at


def is_silenced(now: datetime, composer_opened_at: datetime | None) -> bool:
    """Whether the player opened the composer so recently that no reminder is sent ``now``."""
    return composer_opened_at is not None and now - composer_opened_at < COMPOSER_SILENCE


NUDGE_AFTER = timedelta(days=14)
NUDGE_AGAIN_AFTER = timedelta(days=7)
CALL_OFF_AFTER = timedelta(days=60)
"""After this idle time a player may call off a match without a clock. A live match ends then."""
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

    def may_call_off(self, now: datetime) -> bool:
        """Whether a player may call the match off ``now``."""
        return self.call_off_from is not None and now >= self.call_off_from


def idle_limit(match: MatchSummary) -> timedelta | None:
    """The idle time after which notice is given, or a match ends; None if a clock always ends it.

    A live match has a limit too: its clock does not run before the board is posted.
    """
    if not match.is_timed:
        return NOTICE_AFTER
    return CALL_OFF_AFTER if stored_clock(match.clock).live else None
