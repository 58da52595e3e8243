"""What people are told of a clock, right or wrong."""

import pytest

from bot.chat.challenges.text import challenge_body
from bot.chat.common.clocks import clock_label, unreadable_clock
from bot.services.clocks import OFFERED, InvalidClockError, parse_clock
from tests.kit.views import challenge


def refused(typed: str) -> str:
    with pytest.raises(InvalidClockError) as error:
        parse_clock(typed)
    return unreadable_clock(error.value)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "That is no clock. Type `3d`, `3d+1d/5d`, `15m+30s` or `none`."),
        ("90", "`90` needs a unit: `d` for days, `h` for hours, `m` for minutes. Type `3d18h`, "),
        ("-1d", "`-1d` is less than no time at all. Type `1d`, "),
        ("99999d", "`99999d` is too long: at most 30 days. Type `30d`."),
        ("1s", "`1s` is too short: at least 5 seconds. Type `5s`."),
        ("3d+5d/1d", "`3d` to begin with is more than the bank may ever hold. Type `3d+5d/5d`."),
        ("🕰️", "`🕰️` is no clock that I can read. Type `3d`, "),
        ("3 moons", "`moons` is no unit of time that I know. Type `3d`, "),
    ],
)
def test_what_is_no_clock_is_answered_with_one(typed: str, told: str) -> None:
    sentence = refused(typed)
    assert sentence.startswith(told)
    for instead in sentence.partition(" Type ")[2].split("`")[1::2]:
        assert str(parse_clock(instead)) == instead


@pytest.mark.parametrize("clock", OFFERED, ids=str)
def test_an_offered_clock_fits_into_a_list(clock: object) -> None:
    assert len(clock_label(clock)) <= 100  # type: ignore[arg-type]


def test_the_card_says_the_clock_in_words() -> None:
    told = challenge_body(challenge(clock="3d+1d/5d"))
    assert "\n**Clock:** Bank: 3 days, +1 day a move, at most 5.\n" in told
    assert "Clock" not in challenge_body(challenge())
