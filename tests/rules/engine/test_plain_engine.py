"""What the engine counts by bits and tables, read a second time plainly on arbitrary positions."""

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.games.apart import separable, to_bring_away, ways
from rules.engine.games.glaisher import costs, crucial, missing
from rules.games.apart.info import BOARD as SQUARES
from rules.games.glaisher.info import BOARD as HEXES
from rules.geometry.board import Board
from rules.geometry.cellset import cells_in
from tests.kit.examples import examples
from tests.rules.engine.test_apart_race import can_be_parted, departures
from tests.rules.engine.test_counted import plain_costs

randoms = st.randoms(use_true_random=False)
cells = {board: st.integers(0, (1 << len(board.names)) - 1) for board in (SQUARES, HEXES)}
FEW, PLENTY = 8, 10**6


def few(board: Board) -> st.SearchStrategy[int]:
    """Sets of a dozen cells at most, the corners and edges as often as any."""
    numbers = st.integers(0, len(board.names) - 1)
    return st.frozensets(numbers, max_size=12).map(lambda found: sum(1 << cell for cell in found))


@examples(30)
@given(cells[HEXES], cells[HEXES])
def test_the_cheapest_ways_across(first: int, second: int) -> None:
    own, enemy = first, second & ~first
    plain = plain_costs(own, enemy)
    assert costs(own, enemy) == plain
    nearest, second_best, third = sorted(plain)
    assert missing(own, enemy) == nearest + 0.25 * second_best + 0.1 * third
    found = set(cells_in(crucial(own, enemy)))
    for cell in set(range(len(HEXES.names))) - set(cells_in(own | enemy)):
        assert (cell in found) == (min(plain_costs(own | 1 << cell, enemy)) < nearest)


@examples(80)
@given(few(SQUARES))
def test_how_many_pieces_have_to_leave(own: int) -> None:
    assert to_bring_away(own) == plain_leaving(own)


def plain_leaving(own: int) -> tuple[int, int]:
    """How many pieces leave, of those with the most neighbours the first, and how many touch."""
    names = SQUARES.names
    pieces = {(ord(names[cell][0]), int(names[cell][1])): cell for cell in cells_in(own)}

    def near(place: tuple[int, int], others: set[tuple[int, int]]) -> int:
        """How many others stand around a place."""
        return sum(
            max(abs(place[0] - x), abs(place[1] - y)) == 1 for x, y in others if (x, y) != place
        )

    rest = {place for place in pieces if near(place, set(pieces))}
    number, leaving = len(rest), 0
    while rest:
        leaving += 1
        rest.remove(max(rest, key=lambda place: (near(place, rest), -pieces[place])))
        rest = {place for place in rest if near(place, rest)}
    return leaving, number


@examples(60)
@given(few(SQUARES))
def test_the_race_is_that_of_the_turns(own: int) -> None:
    assert ways(own) == len(departures(own))
    if to_bring_away(own)[0] <= 2:
        assert separable(own) == can_be_parted(own)
