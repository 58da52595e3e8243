"""Apart in random positions, against a second, plain reading of the rule sheet."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES, Position
from rules.games.apart.position import ApartPosition
from rules.geometry.board import square_board
from tests.rules.plain.apart import turns, written

APART = GAMES["apart"]
SQUARES = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)]
BOARD = square_board(8)

Place = tuple[int, int]


@st.composite
def positions(draw: st.DrawFn, most: int = 12) -> Position:
    """Pieces anywhere, two of each colour side by side, so that somebody is to move."""
    squares = draw(st.permutations(SQUARES))
    colours: list[list[str]] = []
    for _ in range(2):
        own = [squares.pop()]
        own.append(next(square for square in squares if beside(own[0], square)))
        squares.remove(own[1])
        colours.append(own)
    for own in colours:
        own += [squares.pop() for _ in range(draw(st.integers(0, most - 2)))]
    ply = draw(st.sampled_from([0, 1, 20, 21]))
    white, black = map(",".join, colours)
    return APART.decode(f"standard ply:{ply} white:{white} black:{black}")


def beside(first: str, second: str) -> bool:
    (x, y), (other_x, other_y) = place(first), place(second)
    return max(abs(x - other_x), abs(y - other_y)) == 1


def place(name: str) -> Place:
    return "abcdefgh".index(name[0]), int(name[1]) - 1


def plainly(position: Position) -> set[str]:
    """Every turn, by the plain reading."""
    own, enemies = (
        {place(name) for name, piece in position.pieces().items() if piece.colour == seat}
        for seat in (position.ply % 2, 1 - position.ply % 2)
    )
    return set(map(written, turns(own, enemies, len(SQUARES) if position.ply else 1)))


def turned(position: Position, symmetry: tuple[int, ...]) -> Position:
    def moved(colour: int) -> str:
        return ",".join(
            BOARD.names[symmetry[BOARD.index[name]]]
            for name, piece in position.pieces().items()
            if piece.colour == colour
        )

    return APART.decode(f"standard ply:{position.ply} white:{moved(0)} black:{moved(1)}")


@settings(max_examples=100, deadline=None)
@given(position=positions())
def test_a_player_always_has_a_turn(position: Position) -> None:
    assert next(position.moves(), None) is not None


@settings(max_examples=40, deadline=None)
@given(position=positions(most=6), symmetry=st.sampled_from(BOARD.symmetries()))
def test_symmetric_boards_give_symmetric_turns(
    position: Position, symmetry: tuple[int, ...]
) -> None:
    def moved(text: str) -> str:
        return "-".join(BOARD.names[symmetry[BOARD.index[name]]] for name in text.split("-"))

    there = {str(move) for move in turned(position, symmetry).moves()}
    assert there == {moved(str(move)) for move in position.moves()}


@settings(max_examples=60, deadline=None)
@given(position=positions(most=6), data=st.data())
def test_a_turn_keeps_every_piece_but_the_captured(position: Position, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(list(position.moves())))
    after = position.play(move)
    captured = {cell for cell in str(move).split("-")[1:] if cell in position.pieces()}
    captured.discard(str(move).split("-")[0])
    own, enemy = position.ply % 2, 1 - position.ply % 2

    def count(value: Position, colour: int) -> int:
        return sum(piece.colour == colour for piece in value.pieces().values())

    assert count(after, own) == count(position, own)
    assert count(after, enemy) == count(position, enemy) - len(captured)
    assert after.pieces()[str(move).split("-")[-1]].colour == own


@settings(max_examples=60, deadline=None)
@given(position=positions())
def test_an_encoded_position_is_read_back(position: Position) -> None:
    assert APART.decode(position.encode()) == position


Result = tuple[str, frozenset[str]]


def result(position: Position, text: str) -> Result:
    """Where a turn's piece ends, and what it takes on the way."""
    origin, *landings = text.split("-")
    enemies = {
        cell for cell, piece in position.pieces().items() if piece.colour == 1 - position.ply % 2
    }
    return f"{origin}-{landings[-1]}", frozenset(enemies & set(landings))


@settings(max_examples=100, deadline=None)
@given(position=positions(most=6))
def test_a_turn_is_given_once_for_each_result(position: Position) -> None:
    assert isinstance(position, ApartPosition)
    turns = plainly(position)
    given_ = [str(turn) for turn in position.results()]
    results = [result(position, text) for text in given_]
    assert set(given_) <= turns
    assert len(set(results)) == len(results)
    everything = {result(position, text) for text in turns}
    assert {told for told in everything if not told[1]} <= set(results)
    shortest: dict[Result, int] = {}
    for text in turns:
        told = result(position, text)
        shortest[told] = min(shortest.get(told, 99), text.count("-"))
    for text, told in zip(given_, results, strict=True):
        if len(told[1]) < 2:
            assert text.count("-") == shortest[told]


def test_a_game_that_is_over_has_no_results() -> None:
    over = APART.start().leave(0)
    assert isinstance(over, ApartPosition)
    assert list(over.results()) == []
