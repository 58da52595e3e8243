"""What hints count is on the board: counted again here piece by piece, by nothing of the engine."""

import heapq
import itertools
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from random import Random

import pytest

from rules import GAMES, Position
from rules.engine import knowledge_of
from rules.game import Cell, Seat
from rules.games.detach.position import DetachPosition
from rules.games.glaisher.info import BOARD
from rules.games.halves.position import HalvesPosition
from rules.games.halves.state import Phase
from rules.geometry.cellset import cell_set, cells_in
from tests.kit.by_day import ONE_OF_EACH, mostly_at_night
from tests.kit.positions import hostile, met
from tests.kit.rules import CASES
from tests.rules.plain import READINGS

POSITIONS = 12
TALLEST = 3
OPPOSITE = list(zip(BOARD.sides[:3], BOARD.sides[3:], strict=True))
CELLS = range(len(BOARD.names))
ABOUT = {"away"}  # which is said to be about so many


def cells_of(position: Position, seat: Seat) -> dict[Cell, int]:
    """Where a seat's pieces are, and how high."""
    colour = position.colour_of(seat)
    return {
        cell: piece.height for cell, piece in position.pieces().items() if piece.colour == colour
    }


def others(position: Position, seat: Seat) -> list[Seat]:
    return [each for each in range(position.variant.seats) if each != seat]


def around(position: Position, cell: Cell) -> set[Cell]:
    board = position.variant.board
    return {board.names[each] for each in cells_in(board.neighbours[board.index[cell]])}


def detach(position: Position, seat: Seat) -> Mapping[str, int]:
    assert isinstance(position, DetachPosition)

    def landings(whose: Seat) -> set[tuple[str, str]]:
        """Which stone may land where, by listing every move of whoever is to move."""
        at = replace(position, ply=position.ply + (position.ply % 2 != whose))
        texts = [str(move).replace("x", "").split(">") for move in at.moves()]
        return {(origin, landing) for origin, both in texts for landing in both.split(",")}

    mine, theirs = landings(seat), landings(1 - seat)
    return {
        "mine": len({origin for origin, _ in mine}),
        "theirs": len({origin for origin, _ in theirs}),
        "freest": len({landing for _, landing in mine}),
        "cramped": len({landing for _, landing in theirs}),
    }


def halves(position: Position, seat: Seat) -> Mapping[str, int]:
    assert isinstance(position, HalvesPosition)

    def at_once(whose: Seat) -> int:
        """How many of their own tiles a removal takes at most, by trying every one."""
        stand = replace(position, phase=Phase.WANING, turn=whose)
        at, had = stand, len(cells_of(position, whose))
        return max(had - len(cells_of(at.after(move), whose)) for move in at.moves())

    counted = {
        "at_once": at_once(seat),
        "their_at_once": max(at_once(each) for each in others(position, seat)),
    }
    if position.phase is Phase.WANING:
        counted["mine"] = len(cells_of(position, seat))
    return counted


def apart(position: Position, seat: Seat) -> Mapping[str, int]:
    mine, theirs = cells_of(position, seat), cells_of(position, 1 - seat)
    return {
        "mine": sum(bool(around(position, cell) & set(mine)) for cell in mine),
        "theirs": sum(bool(around(position, cell) & set(theirs)) for cell in theirs),
        "taken": len(theirs),
    }


def abande(position: Position, seat: Seat) -> Mapping[str, int]:
    mine, theirs = cells_of(position, seat), cells_of(position, 1 - seat)

    def points(own: Mapping[Cell, int], enemy: Mapping[Cell, int]) -> int:
        return sum(high for cell, high in own.items() if around(position, cell) & set(enemy))

    return {
        "points": points(mine, theirs),
        "their_points": points(theirs, mine),
        "safe": sum(high == TALLEST for high in mine.values()),
        "pieces": len(mine),
    }


def glaisher(position: Position, seat: Seat) -> Mapping[str, int]:
    mine, theirs = cells_of(position, seat), cells_of(position, 1 - seat)
    return {
        "missing": short_of_connecting(position, mine, theirs),
        "their_missing": short_of_connecting(position, theirs, mine),
        "stacks": len(mine),
        "their_stacks": len(theirs),
    }


def short_of_connecting(position: Position, own: Collection[Cell], enemy: Collection[Cell]) -> int:
    """What the cheapest way across costs: an empty hex one, an enemy stack two."""
    index = position.variant.board.index
    mine, theirs = (cell_set(index[cell] for cell in each) for each in (own, enemy))
    return min(plain_costs(mine, theirs))


def plain_costs(own: int, enemy: int) -> tuple[int, ...]:
    price = [0 if own >> cell & 1 else 2 if enemy >> cell & 1 else 1 for cell in CELLS]
    found = []
    for start, goal in OPPOSITE:
        least: dict[int, int] = {}
        waiting = [(price[cell], cell) for cell in cells_in(start)]
        heapq.heapify(waiting)
        while waiting:
            cost, cell = heapq.heappop(waiting)
            if cell not in least:
                least[cell] = cost
                for other in cells_in(BOARD.neighbours[cell]):
                    heapq.heappush(waiting, (cost + price[other], other))
        found.append(min(least[cell] for cell in cells_in(goal)))
    return tuple(found)


COUNTED: Mapping[str, Callable[[Position, Seat], Mapping[str, int]]] = {
    "detach": detach,
    "halves": halves,
    "apart": apart,
    "abande": abande,
    "glaisher": glaisher,
}


def arbitrary(game: str, variant: str) -> Iterator[Position]:
    """Running positions of which some lie at the rim and some are crowded."""
    lines = (READINGS[game].position(Random(number)) for number in itertools.count())
    found = (GAMES[game].decode(line) for line in lines if line.startswith(f"{variant} "))
    return itertools.islice((each for each in found if each.outcome is None), 2 * POSITIONS)


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ONE_OF_EACH))
def test_what_is_said_can_be_counted(game: str, variant: str) -> None:
    positions = [*met(game, variant, POSITIONS), *hostile(game, variant, POSITIONS // 3)]
    positions += arbitrary(game, variant)
    known, seen = knowledge_of(positions[0]), set[str]()
    for position in positions:
        for seat in range(position.variant.seats):
            said = {**known.measured(position, seat)}
            about = {name: said.pop(name) for name in ABOUT & set(said)}
            assert said == COUNTED[game](position, seat), (position.encode(), seat)
            assert all(0 <= number <= said["mine"] for number in about.values())
            assert all(bool(number) == bool(said["mine"]) for number in about.values())
            seen |= {*said, *about}
    assert seen == {each.name for each in known.features}
