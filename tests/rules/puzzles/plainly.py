"""What counts in Abande and what can detach in Detach, read plainly off a board."""

from dataclasses import replace

from rules import Position
from rules.game import Move
from rules.games.detach.position import DetachPosition
from rules.puzzles import Puzzle
from tests.rules.engine.test_counted import COUNTED
from tests.rules.plain.abande import BOARDS, stacks_of
from tests.rules.plain.places import HEX_STEPS, ahead, around, hexagon, parts
from tests.rules.puzzles.told import cells_of


def number_of(puzzle: Puzzle, after: Position) -> int:
    """What the number that a puzzle asks for is after a move."""
    assert puzzle.position.to_move is not None
    return COUNTED[puzzle.game](after, puzzle.position.to_move)[puzzle.goal.feature]


def points(found: Position, owner: str) -> dict[str, int]:
    """What each stack of a side counts."""
    (board, _), stacks = BOARDS[found.variant.id], stacks_of(found)
    own = {name: stacks[at] for name, at in board.items() if at in stacks}
    idle = alone(found, owner)
    return {
        cell: len(stack) for cell, stack in own.items() if stack[-1] == owner and cell not in idle
    }


def group_of(found: Position, cell: str) -> set[str]:
    """The stones of the group that a stone belongs to."""
    assert isinstance(found, DetachPosition)
    board, colour = hexagon(found.side), found.pieces()[cell].colour
    own = [board[each] for each, piece in found.pieces().items() if piece.colour == colour]
    group = next(each for each in parts(own, HEX_STEPS) if board[cell] in each)
    return {name for name, place in board.items() if place in group}


def landings(found: Position, cell: str) -> dict[str, set[str]]:
    """The hexes as far from a stone as its group is large, each with the stones that bar it."""
    assert isinstance(found, DetachPosition)
    board, pieces, sizes = hexagon(found.side), found.pieces(), found.strengths()
    names, own, force = (
        {place: name for name, place in board.items()},
        pieces[cell].colour,
        sizes[cell],
    )
    barred = dict[str, set[str]]()
    for step in HEX_STEPS:
        ray = [names.get(ahead(board[cell], step, far)) for far in range(1, force + 1)]
        if (end := ray[-1]) is not None:
            passed = {at for at in ray[:-1] if at in pieces and pieces[at].colour != own}
            is_held = end in pieces and (pieces[end].colour == own or sizes[end] > force)
            barred[end] = {*filter(None, passed), *([end] if is_held else ())}
    return barred


def origins(found: Position, side: int) -> set[str]:
    """The stones of a side with which it could begin a move, were it its turn."""
    return {str(move).split(">")[0] for move in moves_of(found, side)}


def ends_of(found: Position, side: int, cell: str) -> set[str]:
    """Where such a stone could land."""
    parted = [str(move).split(">") for move in moves_of(found, side)]
    return {each for start, ends in parted if start == cell for each in cells_of(ends)}


def moves_of(found: Position, side: int) -> list[Move]:
    assert isinstance(found, DetachPosition)
    return [*replace(found, ply=found.ply + ((found.ply % 2) != side)).moves()]


def alone(found: Position, owner: str) -> set[str]:
    (board, steps), stacks = BOARDS[found.variant.id], stacks_of(found)
    return {
        name
        for name, at in board.items()
        if at in stacks and stacks[at][-1] == owner
        if all(stacks[near][-1] == stacks[at][-1] for near in around(at, steps) & stacks.keys())
    }
