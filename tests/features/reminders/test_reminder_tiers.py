from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.reminders import Idleness
from bot.features.reminders.planning import TurnTime, is_silenced, plan, tiers
from bot.features.reminders.quiet_hours import QuietHours
from data.states import ReminderKind as Tier
from tests.kit.times import DAY, HOUR, MINUTE

NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)
LENGTHS = st.integers(3_600, 30 * 86_400).map(lambda seconds: timedelta(seconds=seconds))
NIGHT = QuietHours(time(22), time(7), ZoneInfo("Europe/Berlin"))


def turn(allotted: timedelta, *, live: bool = False) -> TurnTime:
    """A turn whose time began to run at noon."""
    return TurnTime(allotted, NOON + allotted, live)


@pytest.mark.parametrize(
    ("allotted", "left"),
    [
        (14 * DAY, {Tier.HALF: 7 * DAY, Tier.ONE_DAY: DAY, Tier.THREE_HOURS: 3 * HOUR}),
        (3 * DAY, {Tier.HALF: 36 * HOUR, Tier.ONE_DAY: DAY, Tier.THREE_HOURS: 3 * HOUR}),
        (2 * DAY, {Tier.HALF: DAY, Tier.THREE_HOURS: 3 * HOUR}),
        (DAY, {Tier.HALF: 12 * HOUR, Tier.THREE_HOURS: 3 * HOUR}),
        (6 * HOUR, {Tier.HALF: 3 * HOUR}),
        (HOUR, {Tier.HALF: 30 * MINUTE}),
    ],
)
def test_half_time_and_later_reminders(allotted: timedelta, left: dict[Tier, timedelta]) -> None:
    assert tiers(turn(allotted)) == left


def test_a_live_match_has_one_notice() -> None:
    assert tiers(turn(20 * MINUTE, live=True)) == {Tier.QUARTER: 5 * MINUTE}


def test_two_that_would_come_within_three_hours_are_one() -> None:
    planned = plan(turn(50 * HOUR), {}, None, NOON)
    assert [reminder.tier for reminder in planned] == [Tier.HALF, Tier.THREE_HOURS]
    apart = plan(turn(54 * HOUR), {}, None, NOON)
    assert [reminder.tier for reminder in apart] == list(Tier)[:3]


def test_what_came_is_not_planned_again() -> None:
    sent = {Tier.HALF: NOON + 12 * HOUR}
    planned = plan(turn(DAY), sent, None, NOON + 12 * HOUR)
    assert [reminder.tier for reminder in planned] == [Tier.THREE_HOURS]
    given = TurnTime(DAY, NOON + DAY + HOUR)
    assert [reminder.tier for reminder in plan(given, sent, None, NOON + 13 * HOUR)] == [
        Tier.THREE_HOURS
    ]
    late = {Tier.HALF: NOON + 19 * HOUR}
    assert plan(turn(DAY), late, None, NOON + 19 * HOUR) == ()


def test_reminders_wait_for_the_morning() -> None:
    # half of it is left at midnight by UTC, and three hours at nine, when it is ten in Berlin
    planned = plan(turn(DAY), {}, NIGHT, NOON)
    assert [(reminder.tier, reminder.at) for reminder in planned] == [
        (Tier.HALF, datetime(2026, 3, 29, 5, tzinfo=UTC)),
        (Tier.THREE_HOURS, datetime(2026, 3, 29, 9, tzinfo=UTC)),
    ]


def test_who_begins_a_turn_at_night_that_ends_before_the_morning_is_left_in_peace() -> None:
    night = datetime(2026, 1, 1, 23, tzinfo=UTC)
    assert plan(TurnTime(6 * HOUR, night + 6 * HOUR), {}, NIGHT, night) == ()


def test_the_night_is_no_reason_to_be_silent_in_one_sitting() -> None:
    evening = TurnTime(40 * MINUTE, datetime(2026, 1, 1, 23, tzinfo=UTC), live=True)
    planned = plan(evening, {}, NIGHT, evening.deadline - 40 * MINUTE)
    assert [reminder.at for reminder in planned] == [evening.deadline - 10 * MINUTE]


@given(
    LENGTHS,
    st.integers(0, 30 * 86_400),
    st.none() | st.just(NIGHT),
    st.dictionaries(st.sampled_from(list(Tier)[:3]), st.integers(0, 30 * 86_400)),
)
def test_a_plan_is_in_time_in_order_and_never_hasty(
    allotted: timedelta, passed: int, quiet: QuietHours | None, sent: dict[Tier, int]
) -> None:
    now = NOON + timedelta(seconds=passed)
    came = {tier: NOON + timedelta(seconds=min(after, passed)) for tier, after in sent.items()}
    planned = plan(turn(allotted), came, quiet, now)
    times = [reminder.at for reminder in planned]
    assert all(now <= at < NOON + allotted for at in times)
    assert all(later - at >= 3 * HOUR for at, later in pairwise(times))
    assert all(times[0] - at >= 3 * HOUR for at in came.values() if times)
    assert len({reminder.tier for reminder in planned} | came.keys()) == len(planned) + len(came)
    assert not any(quiet and quiet.cover(at) for at in times)


def test_who_looks_at_the_match_is_not_reminded() -> None:
    assert is_silenced(NOON, NOON - 59 * MINUTE)
    assert not is_silenced(NOON, NOON - HOUR)
    assert not is_silenced(NOON, None)


def test_a_match_without_a_clock_is_nudged_and_called_off() -> None:
    untouched = Idleness(NOON)
    assert untouched.nudge_from == NOON + 14 * DAY
    assert untouched.call_off_from is None
    nudged = Idleness(NOON, (NOON + 14 * DAY, NOON + 30 * DAY))
    assert nudged.nudge_from == NOON + 37 * DAY
    assert nudged.call_off_from == NOON + 60 * DAY
    assert Idleness(NOON, (NOON + 14 * DAY,)).call_off_from is None
    late = Idleness(NOON, (NOON + 60 * DAY, NOON + 70 * DAY, NOON + 90 * DAY))
    assert late.call_off_from == NOON + 70 * DAY
