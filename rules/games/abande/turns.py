"""What a player of Abande may do, worked out once for each position.

A stack is a small integer: a leading 1, then a bit for each stone from the bottom to the top, 0
for White and 1 for Black. The empty cell is therefore 1, and the lowest bit says who owns a stack.
"""

import functools
import itertools
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.game import Move, Seat
from rules.games.abande.info import VARIANTS
from rules.geometry.board import Board
from rules.geometry.cellset import cells_in, groups

EMPTY = 1
TALLEST = 3
RESERVE = 18
PASSES_TO_END = 2
FIRST_MOVE_AFTER = 3
"""How many stones are inserted before pieces may move (rule sheet, Turn)."""


@dataclass(frozen=True, slots=True)
class AbandeMove(Move):
    """A stone inserted on ``target``, the piece on ``origin`` moved onto it, or a pass."""

    variant: str
    target: int | None = None
    origin: int | None = None

    def __str__(self) -> str:
        names = board_of(self.variant).names
        if self.target is None:
            return "pass"
        target = names[self.target]
        return target if self.origin is None else f"{names[self.origin]}-{target}"


@functools.cache
def move_of(variant: str, target: int | None = None, origin: int | None = None) -> AbandeMove:
    """The move, made once: a board knows only some hundreds, which are listed again and again."""
    return AbandeMove(variant, target, origin)


class Turns(NamedTuple):
    """The legal turns of a position: cells to insert on, targets by origin, and passing."""

    inserts: tuple[int, ...] = ()
    targets: Mapping[int, tuple[int, ...]] = {}
    may_pass: bool = False


def board_of(variant: str) -> Board:
    """The board on which a variant is played."""
    return VARIANTS[variant].board


def height(stack: int) -> int:
    """How many stones a stack has."""
    return stack.bit_length() - 1


def piled(lower: int, upper: int) -> int:
    """The stack made by putting ``upper`` on top of ``lower``."""
    return lower << height(upper) | upper ^ 1 << height(upper)


def pieces_of(stacks: bytes, seat: Seat) -> int:
    """The set of cells whose piece belongs to ``seat``."""
    return _owned(stacks)[seat]


@functools.lru_cache(maxsize=4096)
def _owned(stacks: bytes) -> tuple[int, int]:
    """The cells with a piece of White's, and those with one of Black's."""
    owned = [0, 0]
    for cell, stack in enumerate(stacks):
        if stack != EMPTY:
            owned[stack & 1] |= 1 << cell
    return owned[0], owned[1]


@functools.lru_cache(maxsize=256)
def possible(variant: str, stacks: bytes, seat: Seat, reserve: int, inserted: int) -> Turns:
    """What ``seat`` may do with ``reserve`` stones left, ``inserted`` being the stones of both."""
    own, enemy = pieces_of(stacks, seat), pieces_of(stacks, 1 - seat)
    return Turns(
        tuple(cells_in(_open_cells(variant, own | enemy))) if reserve else (),
        _targets(variant, stacks, own, enemy) if inserted >= FIRST_MOVE_AFTER else {},
        not reserve,
    )


def parts_without(variant: str, pieces: int, origin: int) -> int:
    """Into how many parts ``pieces`` fall when that on ``origin`` leaves its cell."""
    return sum(1 for _ in groups(pieces & ~(1 << origin), board_of(variant).neighbours))


def is_band(variant: str, stacks: bytes) -> bool:
    """Whether all pieces hang together, as they must until the end (rule sheet, Abande)."""
    pieces = pieces_of(stacks, 0) | pieces_of(stacks, 1)
    return board_of(variant).joined(pieces, pieces)


def lonely(variant: str, stacks: bytes) -> tuple[int, ...]:
    """The pieces without an adjacent enemy piece, which do not count (rule sheet, Goal)."""
    neighbours = board_of(variant).neighbours
    owned = pieces_of(stacks, 0), pieces_of(stacks, 1)
    return tuple(
        cell
        for cell, stack in enumerate(stacks)
        if stack != EMPTY and not neighbours[cell] & owned[1 - (stack & 1)]
    )


def _open_cells(variant: str, pieces: int) -> int:
    """The empty cells next to a piece, or all of them while there is none."""
    board = board_of(variant)
    if not pieces:
        return (1 << len(board.names)) - 1
    return board.beside(pieces) & ~pieces


def _targets(variant: str, stacks: bytes, own: int, enemy: int) -> Mapping[int, tuple[int, ...]]:
    board, pieces = board_of(variant), own | enemy
    low = _low_pieces(stacks, enemy)
    found = {}
    for origin in cells_in(own):
        targets = board.neighbours[origin] & low[TALLEST - height(stacks[origin])]
        if targets:
            others = pieces & ~(1 << origin)
            around = board.neighbours[origin] & others  # which usually tell whether it stays whole
            if _hang_together(variant, around) or board.joined(around, others):
                found[origin] = tuple(cells_in(targets))
    return found


def _low_pieces(stacks: bytes, pieces: int) -> tuple[int, ...]:
    """For each number of stones, those of ``pieces`` that are no higher."""
    low = [0] * TALLEST
    for cell in cells_in(pieces):
        stones = height(stacks[cell])
        if stones < TALLEST:
            low[stones] |= 1 << cell
    return tuple(itertools.accumulate(low, operator.or_))


@functools.cache
def _hang_together(variant: str, around: int) -> bool:
    """Whether cells around one cell are connected among themselves; 256 cases for each at most."""
    return board_of(variant).joined(around, around)
