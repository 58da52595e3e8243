from datetime import UTC, datetime
from importlib.resources import files
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services import reminders
from bot.services.reminders.zones import _MOST_LIKELY, parse_zone

JULY = datetime(2026, 7, 1, tzinfo=UTC)
JANUARY = datetime(2026, 1, 1, tzinfo=UTC)


def test_every_zone_of_the_tz_database_is_there() -> None:
    table = files("tzdata").joinpath("zoneinfo/zone1970.tab").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
    assert set(reminders.cities()) == {row[2] for row in rows}
    assert len(reminders.cities()) == len(rows)


def test_every_zone_has_cities_and_a_clock() -> None:
    for zone, names in reminders.cities().items():
        assert names
        assert all(names)
        assert ZoneInfo(zone).utcoffset(JULY.replace(tzinfo=None)) is not None


def test_zones_with_many_people_come_first() -> None:
    order = list(reminders.cities())
    assert {"Asia/Kolkata", "Asia/Shanghai"} == set(order[:2])
    assert order.index("Europe/London") < order.index("Europe/Lisbon")
    assert order.index("America/New_York") < order.index("America/Detroit")
    assert order.index("Atlantic/Stanley") > 250


def names(typed: str, now: datetime = JULY) -> list[str]:
    return [found.name for found in reminders.complete_zone(typed, now)]


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
    assert reminders.complete_zone(typed, JULY)[0] == reminders.FoundZone(first, city)


def test_nothing_typed_offers_where_most_people_live() -> None:
    assert names("") == list(reminders.cities())[:25]
    assert names("nowhere at all") == []


def test_an_offset_completes_to_where_it_holds_now() -> None:
    assert "Europe/Berlin" in names("+2", JULY)
    assert "Europe/Berlin" not in names("UTC+2", JANUARY)
    assert names("gmt+5:30") == ["Asia/Kolkata", "Asia/Colombo"]
    assert names("-03:30", JANUARY) == ["America/St_Johns"]
    assert reminders.complete_zone("+5:30", JULY)[0].city == "Delhi"


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("Munchen", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("Asia/Calcutta", "Asia/Calcutta"),
        ("utc", "UTC"),
        ("Reykjavik", "Africa/Abidjan"),
    ],
)
def test_a_zone_is_read_by_name_or_city(typed: str, zone: str) -> None:
    assert parse_zone(typed, JULY) == ZoneInfo(zone)


@pytest.mark.parametrize(
    ("typed", "problem", "first"),
    [
        ("", reminders.ZoneProblem.EMPTY, "Asia/Kolkata"),
        ("Barlin", reminders.ZoneProblem.UNKNOWN, "Europe/Berlin"),
        ("Mars/Olympus", reminders.ZoneProblem.UNKNOWN, "Asia/Kolkata"),
        ("../../etc/passwd", reminders.ZoneProblem.UNKNOWN, "Asia/Kolkata"),
        ("Factory", reminders.ZoneProblem.UNKNOWN, "Asia/Kolkata"),
        ("x" * 6000, reminders.ZoneProblem.UNKNOWN, "Asia/Kolkata"),
        ("berli", reminders.ZoneProblem.UNKNOWN, "Europe/Berlin"),
        ("gmt+2", reminders.ZoneProblem.AN_OFFSET, "Africa/Maputo"),
        ("\U0001f30d", reminders.ZoneProblem.EMPTY, "Asia/Kolkata"),
    ],
)
def test_no_zone_is_answered(typed: str, problem: reminders.ZoneProblem, first: str) -> None:
    with pytest.raises(reminders.UnreadableZone) as refused:
        parse_zone(typed, JULY)
    assert refused.value.problem is problem
    assert refused.value.instead[0].name == first


@given(st.text(max_size=30))
def test_no_more_is_offered_than_discord_shows(typed: str) -> None:
    found = names(typed)
    assert len(found) <= 25
    assert len(set(found)) == len(found)


def test_a_language_makes_a_guess_at_the_zone() -> None:
    assert reminders.guess_zones("de")[0] == "Europe/Berlin"
    assert reminders.guess_zones("tlh") == ()
    assert {zone for zones in _MOST_LIKELY.values() for zone in zones} <= set(reminders.cities())
    assert max(map(len, _MOST_LIKELY.values())) <= 4
