"""When a player is reminded of a turn: at most a few times, never in quick succession."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.services.reminders.quiet_hours import QuietHours, released

LEAST_GAP = timedelta(hours=3)
"""Never two reminders of one turn within this."""

COMPOSER_SILENCE = timedelta(hours=1)
"""Who has opened the composer this recently knows."""


class Tier(StrEnum):
    """What a reminder comes at: how much of the time is left."""

    HALF = "half"
    ONE_DAY = "one_day"
    THREE_HOURS = "three_hours"
    QUARTER = "quarter"


_FIXED = {Tier.ONE_DAY: timedelta(days=1), Tier.THREE_HOURS: timedelta(hours=3)}


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The time of a turn: what it began with, and when it is over.

    ``live`` is a turn of a match that is played in one sitting.
    """

    allotted: timedelta
    deadline: datetime
    live: bool = False


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder that is to come."""

    tier: Tier
    at: datetime


def tiers(turn: TurnTime) -> dict[Tier, timedelta]:
    """How much is left when each reminder is due, the earliest first."""
    if turn.live:
        return {Tier.QUARTER: turn.allotted / 4}
    half = turn.allotted / 2
    return {Tier.HALF: half} | {tier: left for tier, left in _FIXED.items() if left < half}


def plan(
    turn: TurnTime,
    sent: Mapping[Tier, datetime],
    quiet: QuietHours | None,
    now: datetime,
    dropped: Collection[Tier] = (),
) -> tuple[Reminder, ...]:
    """The reminders of a turn still to come after ``now``, in order.

    ``sent`` are those that came, with their time; ``dropped`` will not come. Quiet hours do not
    apply to live matches, whose players are there.
    """
    gone = {*sent, *dropped}
    found = [Reminder(tier, at) for tier, at in _due(turn, quiet, now) if tier not in gone]
    return tuple(_spaced(sorted(found, key=lambda reminder: reminder.at), sent.values()))


def is_silenced(at: datetime, composer_opened_at: datetime | None) -> bool:
    """Whether a reminder due ``at`` is dropped, for the player is looking at the match anyway."""
    return composer_opened_at is not None and at - composer_opened_at < COMPOSER_SILENCE


def _due(
    turn: TurnTime, quiet: QuietHours | None, now: datetime
) -> Iterable[tuple[Tier, datetime]]:
    for tier, left in tiers(turn).items():
        at = turn.deadline - left
        if at <= now:
            continue
        hours = None if turn.live else quiet
        moved = released(at, hours, earliest=now, deadline=turn.deadline)
        if moved is not None:
            yield tier, moved


def _spaced(reminders: Iterable[Reminder], sent: Iterable[datetime]) -> Iterable[Reminder]:
    last = max(sent, default=None)
    for reminder in reminders:
        if last is None or reminder.at - last >= LEAST_GAP:
            yield reminder
            last = reminder.at
