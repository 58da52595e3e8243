from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.reminders.rules import (
    Idleness,
    QuietHours,
    TurnTime,
    is_silenced,
    move_out,
    next_digest,
    plan,
    tiers,
)
from data.states import ReminderKind as Tier
from tests.kit.times import DAY, HOUR, MINUTE

BERLIN = ZoneInfo("Europe/Berlin")
# whole, half and quarter hours, summer time of half an hour and of two, at midnight, by a Ramadan
ZONES = [
    ZoneInfo(name)
    for name in (
        "Europe/Berlin",
        "America/New_York",
        "America/Sao_Paulo",
        "America/St_Johns",
        "Africa/Casablanca",
        "Antarctica/Troll",
        "Asia/Gaza",
        "Asia/Kathmandu",
        "Asia/Kolkata",
        "Asia/Tehran",
        "Australia/Lord_Howe",
        "Pacific/Apia",
    )
]


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def changes(zone: ZoneInfo) -> Iterator[datetime]:
    """Noons, by UTC, between which and the next the clocks were changed."""
    noon = datetime(2010, 1, 1, 12, tzinfo=UTC)
    while noon.year < 2030:
        if noon.astimezone(zone).utcoffset() != (noon + DAY).astimezone(zone).utcoffset():
            yield noon
        noon += DAY


ANY_NOON = st.integers(0, 7_000).map(lambda days: datetime(2010, 1, 1, 12, tzinfo=UTC) + days * DAY)
NOONS = {
    zone.key: st.sampled_from(found) | ANY_NOON if (found := list(changes(zone))) else ANY_NOON
    for zone in ZONES
}
TIMES = st.integers(0, 24 * 60 - 1).map(lambda minutes: time(minutes // 60, minutes % 60))


@st.composite
def moments(draw: st.DrawFn) -> tuple[QuietHours, datetime]:
    zone = draw(st.sampled_from(ZONES))
    start = draw(TIMES)
    end = draw(TIMES.filter(lambda shown: shown != start))
    at = draw(NOONS[zone.key]) + draw(st.integers(-1440, 2880)) * MINUTE
    return QuietHours(start, end, zone), at


def is_quiet(quiet: QuietHours, at: datetime) -> bool:
    shown = at.astimezone(quiet.zone).time()
    if quiet.start < quiet.end:
        return quiet.start <= shown < quiet.end
    return not quiet.end <= shown < quiet.start


@given(moments())
def test_quiet_lasts_as_long_as_every_minute_is(moment: tuple[QuietHours, datetime]) -> None:
    quiet, at = moment
    assert quiet.end_after(at) == first_loud(quiet, at)
    if is_quiet(quiet, at):
        assert quiet.start_before(at) == first_quiet(quiet, at)
        return
    with pytest.raises(ValueError, match="not quiet"):
        quiet.start_before(at)


@given(moments(), st.integers(1, 2880), st.integers(0, 2880))
def test_reminded_in_time(moment: tuple[QuietHours, datetime], left: int, passed: int) -> None:
    quiet, at = moment
    earliest, deadline = at - passed * MINUTE, at + left * MINUTE
    moved = move_out(at, quiet, earliest=earliest, deadline=deadline)
    minutes = [earliest + number * MINUTE for number in range(passed + left)]
    allowed = [minute for minute in minutes if not is_quiet(quiet, minute)]
    if moved is None:
        # there is no time at all, for what lies between is quiet
        assert [minute for minute in allowed if minute <= quiet.end_after(at)] == []
    else:
        assert moved in allowed
        assert (moved == at) is not is_quiet(quiet, at)
        assert moved <= at or moved == min(minute for minute in allowed if minute > at)
        assert moved >= at or quiet.end_after(at) >= deadline


def first_quiet(quiet: QuietHours, at: datetime) -> datetime:
    while is_quiet(quiet, at - MINUTE):
        at -= MINUTE
    return at


def first_loud(quiet: QuietHours, at: datetime) -> datetime:
    while is_quiet(quiet, at):
        at += MINUTE
    return at


def test_a_reminder_whose_deadline_falls_into_the_night_comes_before_it() -> None:
    quiet = QuietHours(time(22), time(7), BERLIN)
    night, evening = utc("2026-01-10 23:00"), utc("2026-01-10 20:45")

    def comes(earliest: datetime, deadline: datetime) -> datetime | None:
        return move_out(night, quiet, earliest=earliest, deadline=deadline)

    assert comes(evening - HOUR, night + HOUR) == evening
    assert comes(evening - HOUR, utc("2026-01-11 06:00")) == evening
    assert comes(evening - HOUR, utc("2026-01-11 06:01")) == utc("2026-01-11 06:00")
    assert comes(evening + 5 * MINUTE, night + HOUR) == evening + 5 * MINUTE
    assert comes(night - MINUTE, night + HOUR) is None


def test_quiet_hours_have_a_length() -> None:
    with pytest.raises(ValueError, match="another time"):
        QuietHours(time(7), time(7), BERLIN)


@pytest.mark.parametrize(
    ("after", "hour", "zone", "due"),
    [
        ("2026-01-10 06:59", time(8), "Europe/Berlin", "2026-01-10 07:00"),
        ("2026-01-10 07:00", time(8), "Europe/Berlin", "2026-01-11 07:00"),
        ("2026-03-28 08:00", time(2, 30), "Europe/Berlin", "2026-03-29 01:00"),
        ("2026-03-29 01:00", time(2, 30), "Europe/Berlin", "2026-03-30 00:30"),
        ("2026-10-25 00:30", time(2, 30), "Europe/Berlin", "2026-10-26 01:30"),
        ("2028-02-28 10:00", time(9, 30), "Asia/Kolkata", "2028-02-29 04:00"),
        ("2011-12-29 20:00", time(8), "Pacific/Apia", "2011-12-30 18:00"),
    ],
)
def test_a_digest_comes_once_a_day(after: str, hour: time, zone: str, due: str) -> None:
    assert next_digest(utc(after), hour, ZoneInfo(zone)) == utc(due)


@given(st.sampled_from(ZONES), st.data(), TIMES)
def test_no_day_has_two_digests_or_none(zone: ZoneInfo, data: st.DataObject, hour: time) -> None:
    at = data.draw(NOONS[zone.key]) - DAY
    days = []
    for _ in range(4):
        at = next_digest(at, hour, zone)
        days.append(at.astimezone(zone).date())
    lived = {(at - number * HOUR).astimezone(zone).date() for number in range(24 * 6)}
    assert days == sorted(day for day in lived if days[0] <= day <= days[-1])


NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)
LENGTHS = st.integers(3_600, 30 * 86_400).map(lambda seconds: timedelta(seconds=seconds))
NIGHT = QuietHours(time(22), time(7), ZoneInfo("Europe/Berlin"))


LATER = ((Tier.ONE_DAY, DAY), (Tier.THREE_HOURS, 3 * HOUR), (Tier.ONE_HOUR, HOUR))


def turn(allotted: timedelta) -> TurnTime:
    """A turn whose time began to run at noon."""
    return TurnTime(allotted, NOON + allotted)


@pytest.mark.parametrize(
    ("allotted", "half", "later"),
    [
        (14 * DAY, 7 * DAY, LATER),
        (3 * DAY, 36 * HOUR, LATER),
        (2 * DAY, DAY, LATER[1:]),
        (DAY, 12 * HOUR, LATER[1:]),
        (7 * HOUR, 3.5 * HOUR, LATER[1:]),
        (6 * HOUR, 3 * HOUR, LATER[2:]),
        (3 * HOUR, 1.5 * HOUR, LATER[2:]),
        (2 * HOUR, HOUR, ()),
        (HOUR, 30 * MINUTE, ()),
    ],
)
def test_half_time_and_later_reminders_and_the_last_hour_for_who_wants_it(
    allotted: timedelta, half: timedelta, later: tuple[tuple[Tier, timedelta], ...]
) -> None:
    wanted = {Tier.HALF: half, **dict(later)}
    assert tiers(turn(allotted), last_hour=True) == wanted
    wanted.pop(Tier.ONE_HOUR, None)
    assert tiers(turn(allotted)) == wanted


def test_two_that_would_come_within_three_hours_are_one() -> None:
    planned = plan(turn(50 * HOUR), {}, None, NOON)
    assert [reminder.tier for reminder in planned] == [Tier.HALF, Tier.THREE_HOURS]
    apart = plan(turn(54 * HOUR), {}, None, NOON)
    assert [reminder.tier for reminder in apart] == list(Tier)[:3]


def test_the_last_hour_is_told_an_hour_after_the_reminder_before() -> None:
    def last(length: timedelta, quiet: QuietHours | None = None) -> list[Tier]:
        return [each.tier for each in plan(turn(length), {}, quiet, NOON, last_hour=True)][-2:]

    assert last(4 * HOUR) == [Tier.HALF, Tier.ONE_HOUR]
    assert last(4 * HOUR - MINUTE) == [Tier.HALF]
    # half of it is left at night, which ends at five by UTC, three or one and a half hours before
    assert last(20 * HOUR, NIGHT) == [Tier.HALF, Tier.ONE_HOUR]
    assert last(18.5 * HOUR, NIGHT) == [Tier.HALF]


def test_reminders_wait_for_the_morning() -> None:
    # half of it is left at midnight by UTC, and three hours at nine, when it is ten in Berlin
    planned = plan(turn(DAY), {}, NIGHT, NOON)
    assert [(reminder.tier, reminder.at) for reminder in planned] == [
        (Tier.HALF, datetime(2026, 3, 29, 5, tzinfo=UTC)),
        (Tier.THREE_HOURS, datetime(2026, 3, 29, 9, tzinfo=UTC)),
    ]
    night = datetime(2026, 1, 1, 23, tzinfo=UTC)
    assert plan(TurnTime(6 * HOUR, night + 6 * HOUR), {}, NIGHT, night) == ()


def test_the_night_is_no_reason_to_be_silent_in_one_sitting() -> None:
    evening = TurnTime(40 * MINUTE, datetime(2026, 1, 1, 23, tzinfo=UTC), live=True)
    for last_hour in (False, True):
        assert tiers(evening, last_hour=last_hour) == {Tier.QUARTER: 10 * MINUTE}
    planned = plan(evening, {}, NIGHT, evening.deadline - 40 * MINUTE)
    assert [reminder.at for reminder in planned] == [evening.deadline - 10 * MINUTE]


@given(
    LENGTHS,
    st.integers(0, 30 * 86_400),
    st.none() | st.just(NIGHT),
    st.dictionaries(st.sampled_from(list(Tier)[:4]), st.integers(0, 30 * 86_400)),
    st.booleans(),
)
def test_a_plan_is_in_time_in_order_and_never_hasty(
    allotted: timedelta,
    passed: int,
    quiet: QuietHours | None,
    sent: dict[Tier, int],
    last_hour: bool,
) -> None:
    now = NOON + timedelta(seconds=passed)
    came = {tier: NOON + timedelta(seconds=min(after, passed)) for tier, after in sent.items()}
    planned = plan(turn(allotted), came, quiet, now, last_hour=last_hour)
    times = [reminder.at for reminder in planned]
    assert all(now <= at < NOON + allotted for at in times)
    gaps = [(HOUR if each.tier is Tier.ONE_HOUR else 3 * HOUR) for each in planned]
    last = [max(came.values())] if came else []
    pairs = zip(pairwise([*last, *times]), gaps[0 if came else 1 :], strict=True)
    assert all(later - at >= gap for (at, later), gap in pairs)
    assert last_hour or Tier.ONE_HOUR not in [reminder.tier for reminder in planned]
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
