"""Every game agrees with its plain reading on positions that nothing restricts."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES, Reason
from tests.kit.by_day import at_night
from tests.kit.examples import examples
from tests.kit.positions import met
from tests.kit.rules import CASES
from tests.rules.plain import READINGS

FAR = "standard ply:36 white:b4,d2,e5,e7,f2,h1,h5,h8 black:b7,c7,d7,f4,g4,g8,h4"
"""White has a piece at the end of the last column and one at its beginning, and is apart."""


@pytest.mark.parametrize("number", [100, at_night(3_000)])
@pytest.mark.parametrize("game", READINGS)
def test_arbitrary_positions_are_read_alike(game: str, number: int) -> None:
    reading, random = READINGS[game], Random(f"{game} 0")
    for _ in range(number):
        reading.check(GAMES[game].decode(reading.position(random)), random)


@pytest.mark.parametrize("game", READINGS)
@examples(20)
@given(st.randoms(use_true_random=False))
def test_any_position_is_read_alike(game: str, random: Random) -> None:
    reading = READINGS[game]
    reading.check(GAMES[game].decode(reading.position(random)), random)


@pytest.mark.parametrize("most", [12, at_night(60)])
@pytest.mark.parametrize(("game", "variant"), CASES)
def test_positions_that_were_met_are_read_alike(game: str, variant: str, most: int) -> None:
    for number, position in enumerate(met(game, variant, most)):
        READINGS[game].check(position, Random(number))
        if position.variant.seats > 2:
            READINGS[game].check(position.leave(number % 3), Random(number))


def test_pieces_at_both_ends_of_the_last_column_do_not_touch() -> None:
    position = GAMES["apart"].decode(FAR)
    READINGS["apart"].check(position, Random(1))
    assert position.outcome is not None
    assert (position.outcome.ranking[0], position.outcome.reason) == ((0,), Reason.ISOLATED)
    assert position.facts()[0].text.number == 0
