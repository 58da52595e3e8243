"""What holds in any position of every game, those among them to which no match leads."""

import itertools
import re
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES, Move, MoveError, Position
from rules.game import Cell
from rules.geometry import openfield
from rules.geometry.board import Board, Lattice, Place
from tests.kit.examples import examples
from tests.kit.rules import CASES, judged, random_match, start
from tests.rules.plain import READINGS

MOST_MOVES = 300
"""Positions with more moves are left out where each move is made."""
TYPED = (
    *"abcdefgi1234567890 -,>@:+/x\u00d7\u2212\u2192\u2013EWNS\n",
    "light",
    "grey",
    "pass",
    "e5",
)
PLACE = re.compile(r"(?<=[:;])-?\d+,-?\d+(?=[; ])")
CELL = re.compile(r"(?<![a-z0-9])[a-k]\d+(?!\d)")
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


def few_moves(position: Position) -> list[Move] | None:
    """Every move, None where they are too many."""
    moves = list(itertools.islice(position.moves(), MOST_MOVES + 1))
    return moves if len(moves) <= MOST_MOVES else None


def walked(position: Position, taken: tuple[str, ...] = ()) -> list[Move]:
    menu = position.steps(taken)
    found = [] if menu.complete is None else [menu.complete]
    for step in menu.options:
        found += walked(position, (*taken, step.text))
    return found


@every_game
@examples(60)
@given(randoms)
def test_menus_reach_the_moves_and_nothing_else(game: str, random: Random) -> None:
    position = arbitrary(game, random)
    moves = few_moves(position)
    assert position.to_move is not None or moves == []
    if moves:
        found = walked(position)
        assert set(found) == set(moves)
        assert len(set(moves)) == len(moves)


@every_game
@examples(40)
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


def turned(position: Position, random: Random) -> tuple[Position, Callable[[Cell], Cell]]:
    """The position on a board that was turned or mirrored, and where each cell went."""
    board = position.variant.board
    if not board.endless:
        names = random.choice(symmetries(board))
        line = CELL.sub(lambda cell: names[cell[0]], position.encode())
        return GAMES[position.info.id].decode(line), names.__getitem__
    times, mirrored = random.randrange(6), random.random() < 0.5

    def goes(name: str) -> Place:
        return turned_place(board, openfield.place_named(name), times, mirrored)

    def image(cell: Cell) -> Cell:
        there = openfield.cell_at(*goes(cell))
        assert there is not None
        return openfield.name_of(there)

    line = PLACE.sub(lambda at: "{},{}".format(*goes(at[0])), position.encode())
    return GAMES[position.info.id].decode(line), image


def turned_place(board: Board, place: Place, times: int, mirrored: bool) -> Place:
    """Where a place goes when its lattice is mirrored or not, and turned about the origin."""
    first, second = reversed(place) if mirrored else place
    for _ in range(times):
        is_hex = board.lattice is Lattice.HEX
        first, second = (-second, first + second) if is_hex else (second, -first)
    return first, second


def symmetries(board: Board) -> list[dict[Cell, Cell]]:
    """The turns and mirrorings that keep the board: where each cell goes."""

    def moved(places: Sequence[Place]) -> list[Place]:
        """Places without the way from the origin to the first of them."""
        first, second = min(places)
        return [(one - first, other - second) for one, other in places]

    at, found = dict(zip(moved(board.places), board.names, strict=True)), []
    for times, mirrored in itertools.product(range(6), (False, True)):
        image = moved([turned_place(board, place, times, mirrored) for place in board.places])
        if set(image) == set(at):
            found.append(dict(zip(board.names, map(at.__getitem__, image), strict=True)))
    return found


def near_a_corner(position: Position) -> bool:
    """Whether tiles lie where a turn of the open field, a rhombus, would lead out of it."""
    board = position.variant.board
    places = map(board.place, position.pieces()) if board.endless else ()
    return any(max(abs(q), abs(r), abs(q + r)) > openfield.REACH - 1 for q, r in places)


@every_game
@examples(40)
@given(randoms)
def test_a_turned_board_has_the_turned_moves(game: str, random: Random) -> None:
    position = arbitrary(game, random)
    moves = few_moves(position)
    if moves is None or near_a_corner(position):
        return
    other, image = turned(position, random)
    expected = {
        frozenset((image(cell), piece) for cell, piece in position.after(move).pieces().items())
        for move in moves
    }
    assert expected == {frozenset(other.after(move).pieces().items()) for move in other.moves()}


@every_game
@examples(80)
@given(randoms)
def test_any_text_is_read_or_refused(game: str, random: Random) -> None:
    """Texts are moves with something left out, put in or put twice."""
    position = arbitrary(game, random)
    some = list(itertools.islice(position.moves(), 50))
    text = str(random.choice(some)) if some else ""
    for _ in range(random.randrange(4)):
        begin = random.randint(0, len(text))
        text = text[:begin] + random.choice(TYPED) + text[begin + random.randrange(3) :]
    taken, rest = position.read(text)
    assert text.endswith(rest)
    meant = judged(position, text)
    if isinstance(meant, MoveError):
        begin, end = meant.span or (0, 0)
        assert meant.message
        assert 0 <= begin <= end <= len(text)
        assert all(position.parse(hint).written == hint for hint in meant.hints)
    else:
        assert position.steps(taken)
        moves = few_moves(position)
        assert moves is None or meant in moves


@pytest.mark.parametrize(
    ("game", "variant"), [(game, variant) for game, variant in CASES if variant in BOUNDS]
)
def test_a_match_ends_within_its_bound(game: str, variant: str) -> None:
    for seed in range(30, 42):
        *_, (_, _, last) = random_match(game, variant, seed)
        assert last.ply <= BOUNDS[variant]


@pytest.mark.parametrize("variant", ["2p", "2p-nocontract", "2p-random"])
def test_a_match_of_halves_without_any_cut_lasts_to_the_bound(variant: str) -> None:
    """Taking only tiles that hold nothing together prolongs a match to its last ply."""
    position = start("halves", variant, 3)
    while position.outcome is None:
        quiet = (move for move in position.moves() if len(position.events(move)) == 1)
        position = position.play(next(move for move in quiet if str(move) not in ("dark", "grey")))
    assert position.ply == BOUNDS[variant]
