"""How many turns a match between beginners takes is as the games say."""

import random
from statistics import mean

import pytest

from rules import GAMES
from rules.engine import choose
from tests.kit.rules import start

MATCHES = 4
NEARLY = 0.35
"""By how much so few matches may differ."""


@pytest.mark.parametrize("game", list(GAMES))
def test_a_match_takes_about_as_many_turns(game: str) -> None:
    info = GAMES[game].info
    turns = mean(plies(game, number) / info.variants[0].seats for number in range(MATCHES))
    assert turns == pytest.approx(info.turns, rel=NEARLY)


def plies(game: str, number: int) -> int:
    """The length of a match in which a beginner meets another, or somebody of the next level."""
    chance, position = random.Random(number), start(game, GAMES[game].info.variants[0].id)
    levels = (1, 1 + number % 2)
    while position.to_move is not None:
        level = levels[(position.to_move + number // 2) % 2]
        position = position.after(choose(position, level, chance.getrandbits(32)))
    return position.ply
