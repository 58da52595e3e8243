"""Why something cannot be done in Abande, in the words of its rules."""

from dataclasses import dataclass

from rules.game import Seat
from rules.games.abande import turns
from rules.games.abande.info import NAMES
from rules.geometry.cellset import cells_in
from rules.texts import Counted, Text, either, sentences


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons of one position, for the player on ``seat``."""

    variant: str
    stacks: bytes
    seat: Seat
    reserve: int
    inserted: int

    def no_pass(self) -> Text:
        """Why the player may not pass."""
        return Counted(
            "{side} cannot pass yet, with {number} stone still in reserve.",
            "{side} cannot pass yet, with {number} stones still in reserve.",
            self.reserve,
            side=NAMES[self.seat],
        )

    def only_pass(self) -> Text:
        """Why the player, without a stone in reserve, has no piece that can move either."""
        neighbours = turns.board_of(self.variant).neighbours
        enemies = turns.pieces_of(self.stacks, 1 - self.seat)
        beside = {
            cell: min(turns.height(self.stacks[each]) for each in cells_in(near))
            for cell in cells_in(turns.pieces_of(self.stacks, self.seat))
            if (near := neighbours[cell] & enemies)
        }
        low = [
            cell
            for cell, high in beside.items()
            if turns.height(self.stacks[cell]) + high <= turns.TALLEST
        ]
        breaking = Text("If {cells} moved, the group would break.")
        higher = Text("Any other stack would be more than {number} high.", number=turns.TALLEST)
        return sentences(
            Text("{side} has no stone left to insert and can only pass.", side=NAMES[self.seat]),
            breaking.of(cells=either(list(map(self._name, low)))) if low else None,
            higher if len(low) < len(beside) else None,
        )

    def no_insert(self, target: int) -> Text:
        """Why no stone can be inserted on ``target``, and no piece moves from there."""
        empty = self.stacks[target] == turns.EMPTY
        none_left = None
        if not self.reserve:
            none_left = Text("{side} has no stone left in reserve to place.", side=NAMES[self.seat])
        if empty:
            untouched = Text(
                "{cell} touches no piece. A stone is placed next to one.", cell=self._name(target)
            )
            return none_left or untouched
        placed = None if none_left else Text("Stones are placed on empty cells.")
        own = self.stacks[target] & 1 == self.seat
        return sentences(none_left, self._held(target), placed, self.stuck(target) if own else None)

    def stuck(self, origin: int) -> Text:
        """Why the player's piece on ``origin`` cannot move at all."""
        name, neighbours = self._name(origin), turns.board_of(self.variant).neighbours[origin]
        enemies = neighbours & turns.pieces_of(self.stacks, 1 - self.seat)
        if self.inserted < turns.FIRST_MOVE_AFTER:
            return Counted(
                "It cannot move before {number} stone has been placed.",
                "It cannot move before {number} stones have been placed.",
                turns.FIRST_MOVE_AFTER,
            )
        if not enemies:
            return Text("No enemy piece is next to {cell}.", cell=name)
        own = turns.height(self.stacks[origin])
        if own == turns.TALLEST:
            return Counted(
                "{cell} is {number} stone high already, so it cannot move onto another.",
                "{cell} is {number} stones high already, so it cannot move onto another.",
                turns.TALLEST,
                cell=name,
            )
        if all(turns.height(self.stacks[cell]) + own > turns.TALLEST for cell in cells_in(enemies)):
            return Counted(
                "{cell} cannot move: on any enemy piece next to it, the stack would be more than "
                "{number} stone high.",
                "{cell} cannot move: on any enemy piece next to it, the stack would be more than "
                "{number} stones high.",
                turns.TALLEST,
                cell=name,
            )
        return Text("{cell} cannot move: the group would break without it.", cell=name)

    def no_origin(self, origin: int) -> Text | None:
        """Why nothing moves from ``origin`` wherever it goes, or None when that is not so."""
        if self.stacks[origin] == turns.EMPTY:
            return Text("{cell} is empty, so nothing can move from it.", cell=self._name(origin))
        if self.stacks[origin] & 1 != self.seat:
            to_move = Text("{mover} is to move.", mover=NAMES[self.seat])
            return sentences(self._held(origin), to_move)
        if self.inserted >= turns.FIRST_MOVE_AFTER:
            return None
        needed = Counted(
            "Pieces move only after {number} stone has been placed.",
            "Pieces move only after {number} stones have been placed.",
            turns.FIRST_MOVE_AFTER,
        )
        return sentences(needed, Text("Placed so far: {placed}.", placed=self.inserted))

    def no_target(self, origin: int, target: int) -> Text:
        """Why the player's piece on ``origin`` cannot move onto ``target``."""
        name, onto = self._name(origin), self._name(target)
        if origin == target:
            return Text("{cell} cannot move onto itself.", cell=name)
        if not turns.board_of(self.variant).neighbours[origin] >> target & 1:
            return Text("{target} is not next to {cell}.", target=onto, cell=name)
        if self.stacks[target] == turns.EMPTY:
            return Text("{cell} is empty. A piece moves onto an enemy piece.", cell=onto)
        if self.stacks[target] & 1 == self.seat:
            return sentences(self._held(target), Text("A piece moves onto an enemy piece."))
        total = turns.height(self.stacks[origin]) + turns.height(self.stacks[target])
        if total > turns.TALLEST:
            return Counted(
                "{move} would make a stack of {total}. {number} stone is the most.",
                "{move} would make a stack of {total}. {number} stones are the most.",
                turns.TALLEST,
                move=f"{name}-{onto}",
                total=total,
            )
        pieces = turns.pieces_of(self.stacks, 0) | turns.pieces_of(self.stacks, 1)
        return Counted(
            "Without {cell} in its place the group would fall into {number} part.",
            "Without {cell} in its place the group would fall into {number} parts.",
            turns.parts_without(self.variant, pieces, origin),
            cell=name,
        )

    def _held(self, cell: int) -> Text:
        """What stands on ``cell``, where something does."""
        return Counted(
            "{cell} holds a stone of {side}.",
            "{cell} holds a stack of {side}, {number} high.",
            turns.height(self.stacks[cell]),
            cell=self._name(cell),
            side=NAMES[self.stacks[cell] & 1],
        )

    def _name(self, cell: int) -> str:
        return turns.board_of(self.variant).names[cell]
