"""Where a match of Glaisher stands, and what a turn makes of it."""

from dataclasses import dataclass
from typing import Self

from rules.duel import Duel
from rules.game import Move, Outcome, Reason, Seat, Variant
from rules.games.glaisher import separating
from rules.games.glaisher.info import INFO, VARIANTS

FIRST_HEIGHT = 6
"""The height of the stacks that the match begins with."""

PLY_LIMIT = 400
"""The match is drawn after this many plies."""

_SET_UP = 6  # plies of the advanced game in which stacks are set up


@dataclass(frozen=True, slots=True)
class GlaisherState(Duel):
    """The cells of each seat's stacks, the height on every cell, and how far the match is."""

    variant_id: str
    stones: tuple[int, int]
    heights: tuple[int, ...]
    info = INFO

    @property
    def variant(self) -> Variant:
        return VARIANTS[self.variant_id]

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is, or would be if the match were not over."""
        return self.ply % 2

    @property
    def to_move(self) -> Seat | None:
        return self.turn if self.outcome is None else None

    @property
    def outcome(self) -> Outcome | None:
        """The result. Being unable to move loses even when the last ply has been made."""
        if self.left is not None:
            return Outcome.of_duel(1 - self.left, Reason.LEFT)
        for seat in (0, 1):
            if separating.connects(self.stones[seat]):
                return Outcome.of_duel(seat, Reason.CONNECTED)
        if not self.is_set_up() and not separating.can_separate(self.stacks):
            return Outcome.of_duel(1 - self.turn, Reason.NO_MOVE)
        return Outcome(((0, 1),), Reason.PLY_LIMIT) if self.ply >= PLY_LIMIT else None

    @property
    def stacks(self) -> separating.Stacks:
        """The stacks as the mover sees them."""
        return separating.Stacks(*self.from_mover(self.stones), self.heights)

    def empty(self) -> int:
        """The cells without a stack."""
        return separating.WHOLE & ~(self.stones[0] | self.stones[1])

    def is_set_up(self) -> bool:
        """Whether stacks are still being set up."""
        return self.variant_id == "advanced" and self.ply < _SET_UP

    def chain(self) -> tuple[int, ...]:
        """The chain that has won, or none."""
        return separating.winning_chain(self.stones[0]) or separating.winning_chain(self.stones[1])

    def after(self, move: Move) -> Self:
        """The state after ``move``, legal here."""
        if isinstance(move, separating.SetUp):
            return self._placed(self.stacks, move.cell, FIRST_HEIGHT)
        assert isinstance(move, separating.GlaisherTurn)
        stacks = separating.separated(move.separation(), self.stacks)
        return self._placed(stacks, move.placement, 1)

    def _placed(self, stacks: separating.Stacks, cell: int | None, height: int) -> Self:
        own, heights = stacks.own, stacks.heights
        if cell is not None:
            own |= 1 << cell
            heights = (*heights[:cell], height, *heights[cell + 1 :])
        stones, plies = self.from_mover((own, stacks.enemy)), self.ply + 1
        return type(self)(self.variant_id, stones, heights, ply=plies, left=self.left)
