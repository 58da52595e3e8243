"""Who of two moves first in a Swiss round.

A player wants the side that they have had less often; after as many of both, the other one than
last. The wish must be met if they have had the other side two times more, or twice in a row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from bot.features.tournaments.pairing.history import Line


class Wish(IntEnum):
    """How strong a wish for a side is."""

    NONE = 0
    ALTERNATE = 1
    LESS_OFTEN = 2
    MUST = 3


@dataclass(frozen=True, slots=True)
class Side:
    """The side that a player wants.

    ``first``: whether they want to move first. ``more``: how much more often they have moved first
    than second. ``last``: whether they moved first in their last game, None before any.
    """

    wish: Wish = Wish.NONE
    first: bool = False
    more: int = 0
    last: bool | None = None

    def had_more_often(self, *, first: bool) -> bool:
        """Whether the player has had this side more often than the other."""
        return self.more > 0 if first else self.more < 0


def side_of(lines: Sequence[Line]) -> Side:
    """The side that a player wants after these rounds."""
    had = [line.moved_first for line in lines if line.met]
    if not had:
        return Side()
    more, last = 2 * sum(had) - len(had), had[-1]
    first = more < 0 if more else not last
    if abs(more) >= 2:
        return Side(Wish.MUST, first, more, last)
    if had[-2:] == [last, last]:
        return Side(Wish.MUST, not last, more, last)
    return Side(Wish.LESS_OFTEN if more else Wish.ALTERNATE, first, more, last)


def both_must(one: Side, other: Side) -> bool:
    """Whether both must have the same side, so that they cannot meet."""
    return one.wish is other.wish is Wish.MUST and one.first is other.first


def higher_moves_first(
    higher: Side, lower: Side, number: int, lines: tuple[Sequence[Line], Sequence[Line]]
) -> bool:
    """Whether the higher of two players moves first.

    They get what both want; else the stronger wish decides; else the reverse of the last round in
    which their sides differed; else the higher one's wish. If neither has played, the higher one
    moves first if their start ``number`` is odd. ``lines`` are the rounds of both, the higher one's
    first.
    """
    if higher.wish is lower.wish is Wish.NONE:
        return number % 2 == 1
    if higher.wish is not lower.wish and (higher.first is lower.first or not higher.wish):
        return higher.first if higher.wish > lower.wish else not lower.first
    if higher.first is not lower.first or not lower.wish:
        return higher.first
    for one, other in zip(reversed(lines[0]), reversed(lines[1]), strict=True):
        if one.met and other.met and one.moved_first is not other.moved_first:
            return not one.moved_first
    return higher.first
