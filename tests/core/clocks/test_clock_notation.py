from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core import clocks
from bot.core.clocks.clock import Bank, PerMove, read_duration

LENGTHS = st.integers(5, 30 * 86_400).map(lambda seconds: timedelta(seconds=seconds))


@st.composite
def banks(draw: st.DrawFn) -> Bank:
    cap = draw(LENGTHS)
    below = st.integers(5, int(cap.total_seconds())).map(lambda seconds: timedelta(seconds=seconds))
    return Bank(draw(below | st.just(cap)), draw(below), cap)


CLOCKS: st.SearchStrategy[clocks.Clock] = st.just(clocks.NoClock()) | LENGTHS.map(PerMove) | banks()


def days(count: float) -> timedelta:
    return timedelta(days=count)


@given(st.integers(0, 10**8).map(lambda seconds: timedelta(seconds=seconds)))
def test_a_duration_reads_back(duration: timedelta) -> None:
    assert read_duration(clocks.write_duration(duration)) == duration
    assert read_duration(str(clocks.say_duration(duration))) == duration


@given(CLOCKS)
def test_the_notation_reads_back(clock: clocks.Clock) -> None:
    assert clocks.parse_clock(str(clock)) == clock


@given(CLOCKS)
def test_the_words_read_back(clock: clocks.Clock) -> None:
    assert clocks.parse_clock(str(clocks.say_clock(clock))) == clock


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("3 days", "3d"),
        ("1w", "7d"),
        ("  1 Week, 2 hours ", "7d2h"),
        ("1.5h", "1h30m"),
        ("3 days per move", "3d"),
        ("3d + 1d / 5d", "3d+1d/5d"),
        ("3d+1d/5", "3d+1d/5d"),
        ("3d +1d a move, at most 5d", "3d+1d/5d"),
        ("15m+30s", "15m+30s"),
        ("\uff13\uff44", "3d"),
        ("none", "none"),
        ("No clock", "none"),
        ("30d", "30d"),
    ],
)
def test_what_people_type_is_understood(typed: str, notation: str) -> None:
    assert str(clocks.parse_clock(typed)) == notation


@pytest.mark.parametrize(
    ("typed", "problem", "wrong", "first_instead"),
    [
        ("\u22122h", clocks.ClockProblem.NEGATIVE, "\u22122h", "2h"),
        ("3d+5d/1d", clocks.ClockProblem.START_ABOVE_CAP, "3d", "3d+5d/5d"),
        ("3d+5d", clocks.ClockProblem.INCREMENT_ABOVE_CAP, "5d", "3d+5d/5d"),
        ("9" * 50 + "d", clocks.ClockProblem.TOO_LONG, "9" * 50 + "d", "30d"),
        ("30d1s", clocks.ClockProblem.TOO_LONG, "30d1s", "30d"),
        ("4s", clocks.ClockProblem.TOO_SHORT, "4s", "5s"),
        ("15m+0s", clocks.ClockProblem.TOO_SHORT, "0s", "15m+5s"),
        ("3d+1d/90d", clocks.ClockProblem.TOO_LONG, "90d", "3d+1d/30d"),
        ("5", clocks.ClockProblem.NO_UNIT, "5", "5d"),
        ("2h30", clocks.ClockProblem.NO_UNIT, "30", "2h30m"),
        ("1 month", clocks.ClockProblem.UNKNOWN_UNIT, "month", "3d"),
        ("3d+", clocks.ClockProblem.EMPTY, "", "3d+1d"),
        ("", clocks.ClockProblem.EMPTY, "", "3d"),
        ("3\U0001f600", clocks.ClockProblem.NO_UNIT, "3", "3d"),
        ("3d/5d", clocks.ClockProblem.UNREADABLE, "3d/5d", "3d"),
        ("3d+1d/5d/6d", clocks.ClockProblem.UNREADABLE, "/6d", "3d"),
        ("0.33m", clocks.ClockProblem.UNREADABLE, "0.33m", "3d"),
        ("x" * 6000, clocks.ClockProblem.UNREADABLE, "x" * 200, "3d"),
    ],
)
def test_what_is_no_clock_is_answered_with_one(
    typed: str, problem: clocks.ClockProblem, wrong: str, first_instead: str
) -> None:
    with pytest.raises(clocks.UnreadableClock) as refused:
        clocks.parse_clock(typed)
    error = refused.value
    assert (error.problem, error.wrong, error.instead[0]) == (problem, wrong, first_instead)


def instead_of(typed: str) -> tuple[str, ...]:
    try:
        return (str(clocks.parse_clock(typed)),)
    except clocks.UnreadableClock as error:
        return error.instead


@given(st.text(max_size=40) | st.text("0123456789.+-/ dhmswaytbnk", max_size=14))
def test_any_text_is_a_clock_or_told_what_can_be_written(typed: str) -> None:
    notations = instead_of(typed)
    assert notations
    assert tuple(str(clocks.parse_clock(text)) for text in notations) == notations


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("none", "No time limit"),
        ("3d", "3 days for every move"),
        ("3d+1d/5d", "Bank: 3 days, +1 day a move, at most 5 days"),
        ("2d12h+1d/3d12h", "Bank: 2 days and 12 hours, +1 day a move, at most 3 days and 12 hours"),
        ("15m+30s", "15 minutes, +30 seconds a move"),
        ("1d2h5m", "1 day, 2 hours and 5 minutes for every move"),
    ],
)
def test_a_clock_in_words(notation: str, words: str) -> None:
    assert str(clocks.say_clock(clocks.parse_clock(notation))) == words


@pytest.mark.parametrize(
    ("notation", "live"),
    [
        ("none", False),
        ("59m59s", True),
        ("1h", False),
        ("15m+30s", True),
        ("30m+5m/1h", False),
        ("3d+1d/5d", False),
    ],
)
def test_a_clock_under_an_hour_is_live(notation: str, live: bool) -> None:
    assert clocks.parse_clock(notation).live is live


@pytest.mark.parametrize(
    "period",
    [
        clocks.SHORTEST - timedelta(seconds=1),
        clocks.LONGEST + timedelta(seconds=1),
        days(1.0000001),
    ],
)
def test_no_clock_is_out_of_bounds(period: timedelta) -> None:
    with pytest.raises(ValueError, match="whole seconds"):
        PerMove(period)


def test_no_bank_overflows() -> None:
    with pytest.raises(ValueError, match="cap"):
        Bank(days(3), days(1), days(2))
    with pytest.raises(ValueError, match="cap"):
        Bank(days(1), days(3), days(2))


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("3d", ["3d", "3d+1d/5d"]),
        ("3", ["3d", "3d+1d/5d", "3h", "3m", "15m+30s"]),
        ("4 d", ["4d", "14d"]),
        ("15", ["15m+30s", "15d", "15h", "15m"]),
        ("bank", ["3d+1d/5d"]),
        ("no", ["none"]),
        ("week", []),
        ("40d", ["30d"]),
        ("15+10", ["15m+10s", "15d+10d"]),
    ],
)
def test_a_typed_prefix_is_completed(typed: str, offered: list[str]) -> None:
    assert [str(clock) for clock in clocks.complete_clock(typed)] == offered


def test_nothing_typed_offers_everything() -> None:
    assert clocks.complete_clock(" ") == clocks.OFFERED
    assert clocks.complete_clock("1", (PerMove(days(14)),))[0] == PerMove(days(14))


@given(st.text("0123456789+/ dhmsbankw", max_size=8))
def test_no_more_is_offered_than_discord_shows(typed: str) -> None:
    found = clocks.complete_clock(typed)
    assert len(found) <= 25
    assert len(set(found)) == len(found)
