"""What the engine counts by bits and tables, read a second time plainly on arbitrary positions."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES
from rules.engine.games.apart import separable, to_bring_away, ways
from rules.engine.games.glaisher import costs, crucial, missing
from rules.engine.games.halves import _swings
from rules.engine.games.halves_endings import Ending, _best
from rules.engine.games.halves_small import MASKS, SmallField, largest_parts
from rules.engine.knowledge import Effort
from rules.games.apart.info import BOARD as SQUARES
from rules.games.glaisher.info import BOARD as HEXES
from rules.games.halves.position import HalvesPosition
from rules.games.halves.state import Phase
from rules.geometry.board import Board
from rules.geometry.cellset import cells_in, groups
from rules.geometry.openfield import cells_of, pivots, place_of
from tests.kit.examples import examples
from tests.kit.plain_endings import can_force
from tests.rules.engine.test_apart_race import can_be_parted, departures
from tests.rules.engine.test_counted import plain_costs
from tests.rules.plain import READINGS
from tests.rules.plain.halves import removals

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


@examples(200)
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


def shape(random: Random, colours: int) -> HalvesPosition | None:
    """An arbitrary position of Halves in which tiles are taken away."""
    position = GAMES["halves"].decode(READINGS["halves"].position(random))
    assert isinstance(position, HalvesPosition)
    fits = position.phase is Phase.WANING and position.variant.seats == colours
    return position if fits and position.outcome is None else None


@examples(60)
@given(randoms)
def test_removals_that_cut_off(random: Random) -> None:
    position = shape(random, random.choice((2, 3)))
    if position is None:
        return
    occupied = position.occupied
    for own, swings in zip(position.tiles, _swings(position.tiles), strict=True):
        assert sorted(swings) == sorted(plain_swings(occupied, own))
        best = _best(own, occupied, pivots(own, occupied))
        gone = occupied & ~best
        gains = [mine - 0.5 * theirs for mine, theirs in plain_swings(occupied, own)]
        if best:
            mine = (gone & own).bit_count() - 1
            assert mine - 0.5 * (gone.bit_count() - 1 - mine) == max(gains)
        else:
            assert max(gains, default=0) <= 0


def plain_swings(occupied: int, own: int) -> list[tuple[int, int]]:
    """For each removal that cuts something off how many of one's own go as well, and others."""
    places = {place_of(cell): cell for cell in cells_of(occupied)}
    mine = {place for place, cell in places.items() if own >> cell & 1}
    found = []
    for place in mine:
        kept = removals({place}, places.keys()).values()
        gone = max(
            (places.keys() - {place} - each for each in kept), key=lambda cut: len(cut & mine)
        )
        if gone:
            found.append((len(gone & mine), len(gone - mine)))
    return found


@examples(60)
@given(randoms)
def test_endings_of_two_are_won_as_trying_everything_says(random: Random) -> None:
    position = shape(random, 2)
    if position is None or position.occupied.bit_count() > FEW or position.left:
        return
    effort = Effort(PLENTY, lambda: False)
    assert Ending(position.tiles).wins(position.tiles, position.colour, effort) == can_force(
        position, position.turn
    )


@examples(80)
@given(few(HEXES))
def test_the_largest_parts_stay(own: int) -> None:
    found = list(groups(own, HEXES.neighbours))
    most = max(map(int.bit_count, found), default=0)
    largest = tuple(part for part in found if part.bit_count() == most)
    assert largest_parts(own, HEXES.connected) == largest


@examples(60)
@given(randoms)
def test_the_small_field_is_the_field(random: Random) -> None:
    position = shape(random, 3)
    if position is None or position.left:
        return
    field = SmallField(position.tiles, Random(1).random)
    after = [position.after(move).occupied for move in position.moves()]
    tiles = field.smaller(position.occupied)
    assert sorted(field.followers(tiles, position.colour)) == sorted(map(field.smaller, after))
    for colour, own in enumerate(position.tiles):
        assert (tiles & MASKS[colour]).bit_count() == own.bit_count()
        best = _best(own, position.occupied, pivots(own, position.occupied))
        small = field._best_for(tiles, colour)
        assert small.bit_count() == best.bit_count()
