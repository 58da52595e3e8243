"""Why something cannot be done in Abande, in the words of its rules."""

from dataclasses import dataclass

from rules.game import Seat
from rules.games.abande.info import COLOURS
from rules.games.abande.turns import (
    EMPTY,
    FIRST_MOVE_AFTER,
    TALLEST,
    board_of,
    height,
    parts_without,
    pieces_of,
)
from rules.geometry.cellset import cells_in
from rules.words import counted

_COUNTS = {2: "two", 3: "three", 4: "four"}
"""A piece has eight neighbours at most, so it holds no more than four parts together."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons of one position, for the player on ``seat``."""

    variant: str
    stacks: bytes
    seat: Seat
    reserve: int
    inserted: int

    def no_pass(self) -> str:
        """Why the player may not pass."""
        left = counted(self.reserve, "stone")
        return f"{self._player} still has {left} in reserve, so may not pass yet"

    def no_insert(self, target: int) -> str:
        """Why no stone can be inserted on ``target``, and no piece moves from there."""
        name = self._name(target)
        if self.stacks[target] != EMPTY:
            held = f"{name} holds a {self._piece(target)}, and stones are placed on empty cells"
            if not self.reserve:
                held = f"{self._no_stone()}, and {name} holds a {self._piece(target)}"
            own = self.stacks[target] & 1 == self.seat
            return f"{held}; {self.stuck(target)}" if own else held
        if not self.reserve:
            return f"{self._no_stone()} on {name}"
        return f"{name} touches no piece; a stone is placed next to one"

    def _no_stone(self) -> str:
        return f"{self._player} has no stone left in reserve to place"

    def stuck(self, origin: int) -> str:
        """Why the player's piece on ``origin`` cannot move at all."""
        name, neighbours = self._name(origin), board_of(self.variant).neighbours[origin]
        enemies = neighbours & pieces_of(self.stacks, 1 - self.seat)
        if self.inserted < FIRST_MOVE_AFTER:
            needed = counted(FIRST_MOVE_AFTER, "stone")
            return f"it cannot move before {needed} have been placed"
        if not enemies:
            return f"no enemy piece is next to {name}"
        own = height(self.stacks[origin])
        if own == TALLEST:
            return f"{name} is {TALLEST} stones high already, so it cannot move onto another"
        if all(height(self.stacks[cell]) + own > TALLEST for cell in cells_in(enemies)):
            return f"with any enemy piece next to it, {name} would be over {TALLEST} stones high"
        return f"{name} cannot move, for the band would break without it"

    def no_origin(self, origin: int) -> str | None:
        """Why nothing moves from ``origin`` wherever it goes, or None when that is not so."""
        name = self._name(origin)
        if self.stacks[origin] == EMPTY:
            return f"{name} is empty, so nothing can move from it"
        if self.stacks[origin] & 1 != self.seat:
            return f"{name} holds a {self._piece(origin)}, and it is {self._player}'s turn"
        return self._too_early() if self.inserted < FIRST_MOVE_AFTER else None

    def no_target(self, origin: int, target: int) -> str:
        """Why the player's piece on ``origin`` cannot move onto ``target``."""
        name, onto = self._name(origin), self._name(target)
        if origin == target:
            return f"{name} cannot move onto itself"
        if not board_of(self.variant).neighbours[origin] >> target & 1:
            return f"{onto} is not next to {name}"
        if self.stacks[target] == EMPTY:
            return f"{onto} is empty; a piece moves onto an enemy piece"
        if self.stacks[target] & 1 == self.seat:
            return f"{onto} holds a {self._piece(target)}; a piece moves onto an enemy piece"
        total = height(self.stacks[origin]) + height(self.stacks[target])
        if total > TALLEST:
            return f"{name}-{onto} would make a stack of {total}, and {TALLEST} stones are the most"
        pieces = pieces_of(self.stacks, 0) | pieces_of(self.stacks, 1)
        parts = parts_without(self.variant, pieces, origin)
        return f"without {name} in its place the band would fall into {_COUNTS[parts]} parts"

    def _too_early(self) -> str:
        needed = f"pieces move only after {counted(FIRST_MOVE_AFTER, 'stone')} have been placed"
        return f"{needed}; so far it is {self.inserted}"

    @property
    def _player(self) -> str:
        return COLOURS[self.seat]

    def _name(self, cell: int) -> str:
        return board_of(self.variant).names[cell]

    def _piece(self, cell: int) -> str:
        """What stands on ``cell``, such as ``black stack of 2``."""
        return piece(self.stacks[cell])


def piece(stack: int) -> str:
    """What to call a stack inside a sentence."""
    kind = "stone" if height(stack) == 1 else f"stack of {height(stack)}"
    return f"{COLOURS[stack & 1].lower()} {kind}"
