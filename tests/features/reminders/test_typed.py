from collections.abc import Callable
from datetime import UTC, datetime, time
from importlib.resources import files
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.reminders.rules import QuietHours
from bot.features.reminders.typed import (
    MOST_LIKELY,
    FoundZone,
    HoursProblem,
    UnreadableHours,
    UnreadableZone,
    ZoneProblem,
    cities,
    complete_zone,
    parse_quiet_hours,
    parse_time,
    parse_zone,
)

TIMES = st.integers(0, 24 * 60 - 1).map(lambda minutes: time(minutes // 60, minutes % 60))
ZONE = ZoneInfo("Asia/Kathmandu")


def written(quiet: QuietHours | None) -> str:
    return f"{quiet.start:%H:%M}-{quiet.end:%H:%M}" if quiet else "off"


@given(TIMES, TIMES)
def test_quiet_hours_read_back(start: time, end: time) -> None:
    if start != end:
        quiet = QuietHours(start, end, ZONE)
        assert parse_quiet_hours(written(quiet), ZONE) == quiet
    assert parse_time(f"{start:%H:%M}") == start


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        ("22-7", "22:00-07:00"),
        ("22:30 \u2013 7:15", "22:30-07:15"),
        ("from 22 to 7", "22:00-07:00"),
        ("10 PM until 7:30 a.m.", "22:00-07:30"),
        ("12am-12pm", "00:00-12:00"),
        ("22.30-7", "22:30-07:00"),
        ("22h30-7h", "22:30-07:00"),
        ("2230-0715", "22:30-07:15"),
        ("22-24", "22:00-00:00"),
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
        ("22-25", HoursProblem.NO_SUCH_HOUR, "25"),
        ("24:30-7", HoursProblem.NO_SUCH_HOUR, "24:30"),
        ("13pm-7", HoursProblem.NO_SUCH_HOUR, "13pm"),
        ("0am-7", HoursProblem.NO_SUCH_HOUR, "0am"),
        ("22:60-7", HoursProblem.NO_SUCH_MINUTE, "22:60"),
        ("22", HoursProblem.NO_END, "22"),
        ("22-22:00", HoursProblem.NO_LENGTH, "22-22:00"),
        ("22-7-9", HoursProblem.UNREADABLE, "7-9"),
        ("-1-7", HoursProblem.EMPTY, ""),
        ("222-7", HoursProblem.UNREADABLE, "222"),
        ("", HoursProblem.EMPTY, ""),
        ("9" * 6000, HoursProblem.UNREADABLE, "9" * 40),
    ],
)
def test_what_are_no_hours_is_answered(typed: str, problem: HoursProblem, wrong: str) -> None:
    with pytest.raises(UnreadableHours) as refused:
        parse_quiet_hours(typed, ZONE)
    assert (refused.value.problem, refused.value.wrong) == (problem, wrong)
    assert typed != "22" or refused.value.instead[0] == "22:00-07:00"
    for instead in refused.value.instead:
        parse_quiet_hours(instead, ZONE)


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


JULY = datetime(2026, 7, 1, tzinfo=UTC)
JANUARY = datetime(2026, 1, 1, tzinfo=UTC)


def test_every_zone_of_the_tz_database_is_there() -> None:
    table = files("tzdata").joinpath("zoneinfo/zone1970.tab").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
    assert set(cities()) == {row[2] for row in rows}
    assert len(cities()) == len(rows)
    assert all(all(names) for names in cities().values())
    assert {zone for zones in MOST_LIKELY.values() for zone in zones} <= set(cities())


def names(typed: str, now: datetime = JULY) -> list[str]:
    return [found.name for found in complete_zone(typed, now)]


@pytest.mark.parametrize(
    ("typed", "first", "city"),
    [
        ("ber", "Europe/Berlin", "Berlin"),
        ("mumb", "Asia/Kolkata", "Mumbai"),
        ("BOMBAY", "Asia/Kolkata", "Bombay"),
        ("london", "Europe/London", "London"),
        ("victoria", "America/Vancouver", "Victoria"),  # before that of the Seychelles
        ("sao p", "America/Sao_Paulo", "S\u00e3o Paulo"),
        ("lodz", "Europe/Warsaw", "\u0141\u00f3d\u017a"),
        ("xian", "Asia/Shanghai", "Xi'an"),
        ("stockh", "Europe/Berlin", "Stockholm"),
        ("america/den", "America/Denver", "Denver"),
        ("europe", "Europe/Berlin", "Berlin"),
    ],
)
def test_a_city_completes_to_its_zone(typed: str, first: str, city: str) -> None:
    assert complete_zone(typed, JULY)[0] == FoundZone(first, city)


def test_what_is_no_city_completes_too() -> None:
    assert names("") == list(cities())[:25]
    assert {"Asia/Kolkata", "Asia/Shanghai"} == set(names("")[:2]), "where most people live"
    assert names("nowhere at all") == []
    assert complete_zone("etc/gmt+5", JULY) == (FoundZone("Etc/GMT+5", "Etc/GMT+5"),)


def test_an_offset_completes_to_where_it_holds_now() -> None:
    assert "Europe/Berlin" in names("+2", JULY)
    assert "Europe/Berlin" not in names("UTC+2", JANUARY)
    assert names("gmt+5:30") == ["Asia/Kolkata", "Asia/Colombo"]
    assert names("-03:30", JANUARY) == ["America/St_Johns"]
    assert complete_zone("+5:30", JULY)[0].city == "Delhi"


@pytest.mark.parametrize(
    ("typed", "problem", "first"),
    [
        ("", ZoneProblem.EMPTY, None),
        ("Barlin", ZoneProblem.UNKNOWN, "Europe/Berlin"),
        ("../../etc/passwd", ZoneProblem.UNKNOWN, None),
        ("Factory", ZoneProblem.UNKNOWN, None),
        ("x" * 6000, ZoneProblem.UNKNOWN, None),
        ("berli", ZoneProblem.UNKNOWN, "Europe/Berlin"),
        ("gmt+2", ZoneProblem.AN_OFFSET, "Africa/Maputo"),
        ("etc gmt 5", ZoneProblem.UNKNOWN, None),  # of two, nobody knows which
        ("\U0001f30d", ZoneProblem.EMPTY, None),
        ("\u30d0\u30ea", ZoneProblem.UNKNOWN, None),  # Bali is not Paris
    ],
)
def test_no_zone_is_answered(typed: str, problem: ZoneProblem, first: str | None) -> None:
    with pytest.raises(UnreadableZone) as refused:
        parse_zone(typed, JULY)
    assert refused.value.problem is problem
    assert next((found.name for found in refused.value.instead), None) == first


NAMES = sorted(available_timezones() - {"Factory", "localtime", "posixrules"})


@pytest.mark.parametrize("spelled", [str, str.swapcase])
def test_an_exact_name_is_that_zone(spelled: Callable[[str], str]) -> None:
    for name in NAMES:
        assert parse_zone(spelled(name), JULY).key == name
        assert parse_zone(f" {spelled(name)} ", JULY).key == name


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Munchen", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("Reykjavik", "Africa/Abidjan"),
        ("Londres", "Europe/London"),
        ("Genf", "Europe/Zurich"),
        ("Mosc\u00fa", "Europe/Moscow"),
        ("Nueva York", "America/New_York"),
        ("\u6771\u4eac", "Asia/Tokyo"),
    ],
)
def test_a_zone_is_read_by_a_city_in_the_bots_languages(typed: str, zone: str) -> None:
    assert parse_zone(typed, JULY).key == zone
    assert complete_zone(typed, JULY)[0].name == zone


@given(st.text(max_size=30))
def test_no_more_is_offered_than_discord_shows(typed: str) -> None:
    found = names(typed)
    assert len(found) <= 25
    assert len(set(found)) == len(found)
