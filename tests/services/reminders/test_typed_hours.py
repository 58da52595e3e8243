from datetime import time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services.reminders import (
    HoursProblem,
    InvalidHoursError,
    QuietHours,
    parse_quiet_hours,
    parse_time,
    write_quiet_hours,
    write_time,
)

ZONE = ZoneInfo("Asia/Kathmandu")
TIMES = st.builds(time, st.integers(0, 23), st.integers(0, 59))


@given(TIMES, TIMES)
def test_quiet_hours_read_back(start: time, end: time) -> None:
    if start != end:
        quiet = QuietHours(start, end, ZONE)
        assert parse_quiet_hours(write_quiet_hours(quiet), ZONE) == quiet
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
    assert write_quiet_hours(parse_quiet_hours(typed, ZONE)) == hours


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
def test_what_are_no_quiet_hours_is_answered_with_some(
    typed: str, problem: HoursProblem, wrong: str
) -> None:
    with pytest.raises(InvalidHoursError) as refused:
        parse_quiet_hours(typed, ZONE)
    assert (refused.value.problem, refused.value.wrong) == (problem, wrong)
    for instead in refused.value.instead:
        parse_quiet_hours(instead, ZONE)


def test_who_names_only_a_start_is_offered_the_morning() -> None:
    with pytest.raises(InvalidHoursError) as refused:
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
    with pytest.raises(InvalidHoursError) as refused:
        parse_time(typed)
    assert [parse_time(instead) for instead in refused.value.instead]


def read(typed: str) -> QuietHours | tuple[str, ...] | None:
    try:
        return parse_quiet_hours(typed, ZONE)
    except InvalidHoursError as error:
        return error.instead


@given(st.text(max_size=30) | st.text("0123456789:.-apmhto ", max_size=12))
def test_any_text_is_read_or_answered(typed: str) -> None:
    assert read(typed) != ()
