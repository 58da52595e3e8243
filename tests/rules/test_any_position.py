"""What holds in any position of every game, and the board while a move is put together."""

import itertools
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES, MoveError, Position
from rules.game import Captured, Flipped, Moved, Piece, Removed, Split, Swapped
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


DETACH = "hexhex6 ply:40 white:d4,e5,i2 black:c3,f10,g8"
APART = "standard ply:31 white:a1,b4,b6,c2,c7,e2,e6,e8,f4 black:a2,a5,d8,e7,f3,f5,g1,g7,h3"
GLAISHER = "basic ply:31 red:e4=2,e6=5,e7=4 yellow:e2=6,e3=2"
HALVES = "2p waning ply:40 turn:0 light:-2,0;-1,0;0,0 dark:1,0;2,0 seats:light,dark"


def at(game: str, text: str) -> Position:
    return GAMES[game].decode(text)


def test_a_stone_that_detaches_has_landed_once() -> None:
    position = at("detach", DETACH)
    first = position.drafted(("e5", "e7"))
    assert first.events == (Split(0, "e5", (("e7", 1),)),)
    assert "e5" not in first.pieces
    assert first.pieces["e7"] == Piece(0)
    swap = position.drafted(("e5", "c3x"))
    assert swap.events == (Split(0, "e5", (("c3", 1),)), Swapped(1, "c3", "e5"))
    assert (swap.pieces["c3"], swap.pieces["e5"]) == (Piece(0), Piece(1))
    assert position.drafted(("e5",)).pieces == position.pieces()


def test_a_journey_is_where_it_has_come_to() -> None:
    drafted = at("apart", APART).drafted(("d8", "f6", "f4"))
    assert drafted.events == (Moved(1, "d8", ("f6", "f4")), Captured(0, "f4"))
    assert "d8" not in drafted.pieces
    assert drafted.pieces["f4"] == Piece(1)
    assert at("apart", APART).drafted(("d8",)).events == ()


def test_a_stack_has_fallen_apart_before_the_new_piece_comes() -> None:
    position = at("glaisher", GLAISHER)
    drafted = position.drafted(("e2", "E", "3+2+1"))
    split = Split(1, "e2", (("e3", 1), ("e4", 2), ("e5", 3)), "E")
    assert drafted.events == (Flipped(1, "e4", 2), split)
    assert "e2" not in drafted.pieces
    heights = {cell: drafted.pieces[cell] for cell in ("e3", "e4", "e5")}
    assert heights == {"e3": Piece(1, 3), "e4": Piece(1, 4), "e5": Piece(1, 3)}
    assert position.drafted(("e2", "E")).pieces == position.pieces()


def test_a_tile_has_gone_before_it_is_said_what_stays() -> None:
    drafted = at("halves", HALVES).drafted(("m50",))
    assert drafted.events == (Removed(0, "m50"),)
    assert "m50" not in drafted.pieces
