"""Where a match of Glaisher stands, and its line of text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.errors import PositionError
from rules.game import Outcome, Reason, Seat
from rules.games.glaisher.info import BOARD
from rules.games.glaisher.separation import (
    GlaisherTurn,
    SetUp,
    Stacks,
    can_separate,
    connects,
    separated,
    winning_chain,
)
from rules.geometry.cellset import cell_set, cells_in

FIRST_HEIGHT = 6
"""The height of the stacks that the match begins with."""

PLY_LIMIT = 400
"""The match is drawn after this many plies."""

_STARTS = (("b1", "d8", "i2"), ("a4", "f1", "h6"))
_SET_UP = 6  # plies of the advanced game in which stacks are set up
_WHOLE = cell_set(range(len(BOARD.names)))
_STACKS = r"(?:[a-i][1-9]=[0-9]{1,4}(?:,[a-i][1-9]=[0-9]{1,4})*)?"
_LINE = re.compile(
    rf"(?P<variant>basic|advanced) ply:(?P<ply>[0-9]{{1,4}}) red:(?P<red>{_STACKS})"
    rf" yellow:(?P<yellow>{_STACKS})(?: left:(?P<left>[01]))?"
)


@dataclass(frozen=True, slots=True)
class State:
    """The cells of each seat's stacks, the height on every cell, and how far the match is."""

    variant_id: str
    stones: tuple[int, int]
    heights: tuple[int, ...]
    plies: int = 0
    left: Seat | None = None

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is, or would be if the match were not over."""
        return self.plies % 2

    @property
    def stacks(self) -> Stacks:
        """The stacks as the mover sees them."""
        return Stacks(self.stones[self.turn], self.stones[1 - self.turn], self.heights)

    def empty(self) -> int:
        """The cells without a stack."""
        return _WHOLE & ~(self.stones[0] | self.stones[1])

    def is_set_up(self) -> bool:
        """Whether stacks are still being set up."""
        return self.variant_id == "advanced" and self.plies < _SET_UP

    def chain(self) -> tuple[int, ...]:
        """The chain that has won, or none."""
        return winning_chain(self.stones[0]) or winning_chain(self.stones[1])

    def outcome(self) -> Outcome | None:
        """The result. Being unable to move loses even when the last ply has been made."""
        if self.left is not None:
            return _won(1 - self.left, Reason.LEFT)
        for seat in (0, 1):
            if connects(self.stones[seat]):
                return _won(seat, Reason.CONNECTED)
        if not self.is_set_up() and not can_separate(self.stacks):
            return _won(1 - self.turn, Reason.NO_MOVE)
        return Outcome(((0, 1),), Reason.PLY_LIMIT) if self.plies >= PLY_LIMIT else None

    def set_up(self, move: SetUp) -> State:
        """The state after the mover set up a stack."""
        return self._placed(self.stacks, move.cell, FIRST_HEIGHT)

    def after(self, turn: GlaisherTurn) -> State:
        """The state after ``turn``."""
        stacks = separated(turn.separation(), self.stacks)
        return self._placed(stacks, turn.placement, 1)

    def _placed(self, stacks: Stacks, cell: int | None, height: int) -> State:
        own, heights = stacks.own, stacks.heights
        if cell is not None:
            own |= 1 << cell
            heights = (*heights[:cell], height, *heights[cell + 1 :])
        stones = (stacks.enemy, own) if self.turn else (own, stacks.enemy)
        return State(self.variant_id, stones, heights, self.plies + 1, self.left)


def start_of(variant_id: str) -> State:
    """The first state of a variant."""
    names = _STARTS if variant_id == "basic" else ((), ())
    red, yellow = (cell_set(BOARD.index[name] for name in side) for side in names)
    filled = red | yellow
    heights = tuple(FIRST_HEIGHT * (filled >> cell & 1) for cell in range(len(BOARD.names)))
    return State(variant_id, (red, yellow), heights)


def line_of(state: State) -> str:
    """``state`` as one line."""
    red, yellow = (
        ",".join(f"{BOARD.names[cell]}={state.heights[cell]}" for cell in cells_in(stones))
        for stones in state.stones
    )
    left = "" if state.left is None else f" left:{state.left}"
    return f"{state.variant_id} ply:{state.plies} red:{red} yellow:{yellow}{left}"


def state_of(line: str) -> State:
    """The state that ``line`` tells; PositionError when it tells none."""
    match = _LINE.fullmatch(line)
    if match is None:
        example = line_of(start_of("basic"))
        raise PositionError(f"not a position of Glaisher, such as {example}")
    heights = [0] * len(BOARD.names)
    red, yellow = (_stones(match[colour], heights) for colour in ("red", "yellow"))
    left = None if match["left"] is None else int(match["left"])
    state = State(match["variant"], (red, yellow), tuple(heights), int(match["ply"]), left)
    if connects(red) and connects(yellow):
        raise PositionError("only one player can have connected two sides")
    if state.is_set_up() and not _set_up_in_turn(state):
        raise PositionError("stacks are set up in turn, one a ply, each 6 high")
    return state


def _stones(text: str, heights: list[int]) -> int:
    """The cells of a list of stacks, whose heights are noted in ``heights``."""
    stones = 0
    for name, height in (entry.split("=") for entry in text.split(",") if entry):
        cell = BOARD.index.get(name)
        if cell is None:
            raise PositionError(f"there is no hex {name} on this board")
        if heights[cell]:
            raise PositionError(f"{name} holds two stacks")
        if int(height) == 0:
            raise PositionError(f"the stack on {name} has no height")
        heights[cell] = int(height)
        stones |= 1 << cell
    return stones


def _set_up_in_turn(state: State) -> bool:
    counts = tuple(stones.bit_count() for stones in state.stones)
    in_turn = counts == ((state.plies + 1) // 2, state.plies // 2)
    return in_turn and set(state.heights) <= {0, FIRST_HEIGHT}


def _won(seat: Seat, reason: Reason) -> Outcome:
    return Outcome(((seat,), (1 - seat,)), reason)
