"""What holds in any position of every game, those among them to which no match leads."""

import itertools
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES, MoveError, Position
from tests.kit.examples import examples
from tests.kit.rules import CASES, judged, random_match, start
from tests.rules.plain import READINGS

BOUNDS = {"hexhex6": 85, "hexhex5": 55, "square": 87, "hex": 87}
BOUNDS |= {"2p": 46, "3p": 68, "2p-nocontract": 45, "3p-nocontract": 67}
BOUNDS |= {"2p-random": 24, "3p-random": 35}

every_game = pytest.mark.parametrize("game", GAMES)
randoms = st.randoms(use_true_random=False)


def arbitrary(game: str, random: Random) -> Position:
    """Any position, or one in which several things can be done if there is one among a few."""
    for _ in range(4):
        position = GAMES[game].decode(READINGS[game].position(random))
        if position.to_move is not None:
            break
    return position


@every_game
@examples(10)
@given(randoms)
def test_a_move_of_another_position_is_judged_by_its_text(game: str, random: Random) -> None:
    """Of those before and after it, of a start, or of any other."""
    line = [arbitrary(game, random)]
    while len(line) < 4 and (moves := list(itertools.islice(line[-1].moves(), 50))):
        line.append(line[-1].after(random.choice(moves)))
    others = [arbitrary(game, random), start(game, random.choice(GAMES[game].info.variants).id)]
    for one, other in itertools.permutations([*line, *others], 2):
        some = list(itertools.islice(one.moves(), 50))
        for move in random.sample(some, min(2, len(some))):
            meant = judged(other, str(move))
            if isinstance(meant, MoveError):
                with pytest.raises(type(meant), match=re.escape(str(meant))):
                    other.play(move)
            else:
                assert other.play(move) == other.after(meant)


@pytest.mark.parametrize(
    ("game", "variant"), [(game, variant) for game, variant in CASES if variant in BOUNDS]
)
def test_a_match_ends_within_its_bound(game: str, variant: str) -> None:
    for seed in range(30, 34):
        *_, (_, _, last) = random_match(game, variant, seed)
        assert last.ply <= BOUNDS[variant]
