from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.reminders.quiet_hours import (
    HoursProblem,
    QuietHours,
    UnreadableHours,
    move_out,
    next_digest,
    parse_quiet_hours,
    parse_time,
    write_time,
)
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
def test_quiet_ends_at_the_first_minute_that_is_not(moment: tuple[QuietHours, datetime]) -> None:
    quiet, at = moment
    assert quiet.end_after(at) == first_loud(quiet, at)


@given(moments())
def test_quiet_began_after_the_last_minute_that_is_not(moment: tuple[QuietHours, datetime]) -> None:
    quiet, at = moment
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


@cache
def exact_changes() -> list[tuple[ZoneInfo, datetime]]:
    """Every change of clocks from 2025 to 2027: of zones that change alike, the first one's."""
    found = {}
    for name in sorted(available_timezones() - {"Factory", "localtime", "posixrules"}):
        zone, at = ZoneInfo(name), datetime(2025, 1, 1, tzinfo=UTC)
        while at.year < 2028:
            later, before = at + 7 * DAY, at.astimezone(zone).utcoffset()
            if before != later.astimezone(zone).utcoffset():
                for step in (DAY, HOUR, MINUTE):
                    while (at + step).astimezone(zone).utcoffset() == before:
                        at += step
                change = at + MINUTE
                found.setdefault((change, before, change.astimezone(zone).utcoffset()), zone)
            at = later
    return [(zone, change) for (change, *_), zone in found.items()]


@pytest.mark.parametrize("length", [20, 300])
@pytest.mark.parametrize("near", [-60, -1, 0, 1, 60])
def test_quiet_that_begins_or_ends_near_a_change(near: int, length: int) -> None:
    """In every zone; the evening and the morning are found minute by minute."""
    tried = 0
    for zone, change in exact_changes():
        for at in (change, change - MINUTE):
            shown = datetime.combine(date(2026, 6, 1), at.astimezone(zone).time()) + near * MINUTE
            earlier, later = shown - length * MINUTE, shown + length * MINUTE
            for start, end in ((earlier, shown), (shown, later)):
                quiet = QuietHours(start.time(), end.time(), zone)
                for moment in (change - 61 * MINUTE, change - MINUTE, change, change + HOUR):
                    if is_quiet(quiet, moment):
                        assert quiet.start_before(moment) == first_quiet(quiet, moment)
                        assert quiet.end_after(moment) == first_loud(quiet, moment)
                        tried += 1
    assert tried > 100


def first_quiet(quiet: QuietHours, at: datetime) -> datetime:
    while is_quiet(quiet, at - MINUTE):
        at -= MINUTE
    return at


def first_loud(quiet: QuietHours, at: datetime) -> datetime:
    while is_quiet(quiet, at):
        at += MINUTE
    return at


def test_the_evening_before_clocks_are_set_back_to_the_hour_of_quiet() -> None:
    """It is two o'clock twice, and quiet from the first time on."""
    quiet = QuietHours(time(2), time(9), BERLIN)
    assert quiet.start_before(utc("2026-10-25 03:00")) == utc("2026-10-25 00:00")
    night, until = utc("2026-10-25 03:00"), utc("2026-10-25 05:00")
    earliest = utc("2026-10-24 12:00")
    moved = move_out(night, quiet, earliest=earliest, deadline=until)
    assert moved == utc("2026-10-24 23:45")


@pytest.mark.parametrize(
    ("at", "moved"),
    [
        ("2026-01-10 20:00", "2026-01-10 20:00"),
        ("2026-01-10 20:59", "2026-01-10 20:59"),
        ("2026-01-10 21:00", "2026-01-11 06:00"),
        ("2026-01-11 05:59", "2026-01-11 06:00"),
        ("2026-01-11 06:00", "2026-01-11 06:00"),
        ("2026-03-28 23:00", "2026-03-29 05:00"),  # summer time begins in that night
        ("2026-10-24 22:00", "2026-10-25 06:00"),  # and ends in that one
        ("2028-02-28 23:00", "2028-02-29 06:00"),
        ("2028-02-29 23:00", "2028-03-01 06:00"),
    ],
)
def test_nights_in_berlin(at: str, moved: str) -> None:
    quiet = QuietHours(time(22), time(7), BERLIN)
    assert move_out(utc(at), quiet, earliest=utc("2020-01-01"), deadline=utc("2030-01-01")) == utc(
        moved
    )


@pytest.mark.parametrize(
    ("start", "at", "begun"),
    [
        (time(22), "2026-03-29 03:00", "2026-03-28 21:00"),
        (time(22), "2026-10-25 03:00", "2026-10-24 20:00"),
        (time(2, 30), "2026-03-29 03:00", "2026-03-29 01:00"),  # half past two is skipped
        (time(2, 30), "2026-10-25 00:45", "2026-10-25 00:30"),  # it comes a first time,
        (time(2, 30), "2026-10-25 03:00", "2026-10-25 01:30"),  # and a second
    ],
)
def test_quiet_begins_as_clocks_show_it(start: time, at: str, begun: str) -> None:
    assert QuietHours(start, time(7), BERLIN).start_before(utc(at)) == utc(begun)


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
        ("2026-03-28 08:00", time(8), "Europe/Berlin", "2026-03-29 06:00"),
        ("2026-03-28 08:00", time(2, 30), "Europe/Berlin", "2026-03-29 01:00"),
        ("2026-03-29 01:00", time(2, 30), "Europe/Berlin", "2026-03-30 00:30"),
        ("2026-10-24 08:00", time(2, 30), "Europe/Berlin", "2026-10-25 00:30"),
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


ZONE = ZoneInfo("Asia/Kathmandu")


def written(quiet: QuietHours | None) -> str:
    return f"{write_time(quiet.start)}-{write_time(quiet.end)}" if quiet else "off"


@given(TIMES, TIMES)
def test_quiet_hours_read_back(start: time, end: time) -> None:
    if start != end:
        quiet = QuietHours(start, end, ZONE)
        assert parse_quiet_hours(written(quiet), ZONE) == quiet
    assert parse_time(write_time(start)) == start


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        ("22-7", "22:00-07:00"),
        ("22:30-07:15", "22:30-07:15"),
        ("22:30 \u2013 7:15", "22:30-07:15"),
        ("from 22 to 7", "22:00-07:00"),
        ("10pm-7am", "22:00-07:00"),
        ("10 PM until 7:30 a.m.", "22:00-07:30"),
        ("12am-12pm", "00:00-12:00"),
        ("22.30-7", "22:30-07:00"),
        ("22h30-7h", "22:30-07:00"),
        ("2230-0715", "22:30-07:15"),
        ("22-24", "22:00-00:00"),
        ("24:00-7", "00:00-07:00"),
        ("\uff12\uff12-7", "22:00-07:00"),
        ("off", "off"),
        ("None", "off"),
    ],
)
def test_what_people_type_is_understood(typed: str, hours: str) -> None:
    assert written(parse_quiet_hours(typed, ZONE)) == hours


@pytest.mark.parametrize(
    ("typed", "problem", "wrong"),
    [
        ("25:00", HoursProblem.NO_SUCH_HOUR, "25:00"),
        ("22-25", HoursProblem.NO_SUCH_HOUR, "25"),
        ("24:30-7", HoursProblem.NO_SUCH_HOUR, "24:30"),
        ("13pm-7", HoursProblem.NO_SUCH_HOUR, "13pm"),
        ("0am-7", HoursProblem.NO_SUCH_HOUR, "0am"),
        ("22:60-7", HoursProblem.NO_SUCH_MINUTE, "22:60"),
        ("24", HoursProblem.NO_END, "24"),
        ("22", HoursProblem.NO_END, "22"),
        ("22-22:00", HoursProblem.NO_LENGTH, "22-22:00"),
        ("22-7-9", HoursProblem.UNREADABLE, "7-9"),
        ("-1-7", HoursProblem.UNREADABLE, ""),
        ("222-7", HoursProblem.UNREADABLE, "222"),
        ("\U0001f634", HoursProblem.UNREADABLE, "\U0001f634"),
        ("", HoursProblem.EMPTY, ""),
        ("9" * 6000, HoursProblem.UNREADABLE, "9" * 40),
    ],
)
def test_what_are_no_hours_is_answered(typed: str, problem: HoursProblem, wrong: str) -> None:
    with pytest.raises(UnreadableHours) as refused:
        parse_quiet_hours(typed, ZONE)
    assert (refused.value.problem, refused.value.wrong) == (problem, wrong)
    for instead in refused.value.instead:
        parse_quiet_hours(instead, ZONE)


def test_who_names_only_a_start_is_offered_the_morning() -> None:
    with pytest.raises(UnreadableHours) as refused:
        parse_quiet_hours("23:30", ZONE)
    assert refused.value.instead[0] == "23:30-07:00"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("8", time(8)), ("8pm", time(20)), ("24", time(0)), ("18.30", time(18, 30))],
)
def test_a_time_of_the_day(typed: str, shown: time) -> None:
    assert parse_time(typed) == shown


@pytest.mark.parametrize("typed", ["25:00", "8-9", "noon", "", "-3"])
def test_what_is_no_time_is_answered_with_one(typed: str) -> None:
    with pytest.raises(UnreadableHours) as refused:
        parse_time(typed)
    assert [parse_time(instead) for instead in refused.value.instead]


def read(typed: str) -> QuietHours | tuple[str, ...] | None:
    try:
        return parse_quiet_hours(typed, ZONE)
    except UnreadableHours as error:
        return error.instead


@given(st.text(max_size=30) | st.text("0123456789:.-apmhto ", max_size=12))
def test_any_text_is_read_or_answered(typed: str) -> None:
    assert read(typed) != ()
