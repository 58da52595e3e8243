"""Endings of Halves that are played out: what comes of them adds up, and is the same again."""

import pytest

from rules.engine.games.halves_endings import shares
from tests.rules.engine.test_halves_trials import waning

TIMES = 8


@pytest.mark.parametrize("variant", ["2p", "3p-random"])
def test_somebody_wins_every_time(variant: str) -> None:
    for stand in waning(variant, 1):
        found = shares(stand, TIMES)
        assert sum(found) == pytest.approx(2 - len(found))
        assert all(-1 <= each <= 1 for each in found)
        shares.cache_clear()
        assert shares(stand, TIMES) == found


def test_who_is_careful_wins_more() -> None:
    def won(careful: int | None) -> float:
        return sum(shares(stand, TIMES, careful)[0] for stand in waning("3p-random", 2))

    assert won(0) > won(None) > won(1)


def test_a_last_tile_wins_for_sure() -> None:
    last = [each for each in waning("2p", 2) if each.tiles[each.colour].bit_count() == 1]
    assert last
    for stand in last:
        assert shares(stand, TIMES)[stand.turn] == 1


def test_whoever_has_left_wins_nothing() -> None:
    stand = waning("3p-random", 1)[0].leave(1)
    found = shares(stand, TIMES)
    assert found[1] == -1
    assert found[0] + found[2] == pytest.approx(0)
