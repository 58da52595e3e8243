"""What a player did in each round of a tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Played(Enum):
    """The outcome of a round for one player, by its letter in FIDE's tournament files."""

    WON = "1"
    DRAWN = "="
    LOST = "0"
    RUNNING = "*"
    WALKOVER = "+"
    """The opponent never moved."""
    ABSENT = "-"
    """The player never moved."""
    BYE = "U"
    """Nobody was left to meet."""
    HALF_BYE = "H"
    """Sat out for half a point."""
    ZERO_BYE = "Z"
    """Sat out for nothing, had not entered yet, or had left."""


WORTH = {
    Played.WON: 2,
    Played.DRAWN: 1,
    Played.LOST: 0,
    Played.RUNNING: 0,
    Played.WALKOVER: 2,
    Played.ABSENT: 0,
    Played.BYE: 2,
    Played.HALF_BYE: 1,
    Played.ZERO_BYE: 0,
}
"""The half points of each outcome."""

MOVED = frozenset({Played.WON, Played.DRAWN, Played.LOST, Played.RUNNING})
"""The outcomes of rounds in which both players moved."""
SAT_OUT = frozenset({Played.HALF_BYE, Played.ZERO_BYE})


@dataclass(frozen=True, slots=True)
class Line:
    """One player's round: the opponent's start number, 0 for nobody, and who moved first."""

    played: Played
    opponent: int = 0
    moved_first: bool = False

    @property
    def points(self) -> int:
        return WORTH[self.played]

    @property
    def met(self) -> bool:
        """Whether the two played: what is won or lost without play is no meeting."""
        return self.played in MOVED


Histories: TypeAlias = Mapping[int, Sequence[Line]]
"""The rounds of each player so far, by start number; all are equally long."""


def points_of(lines: Sequence[Line]) -> int:
    """Half points of some rounds."""
    return sum(line.points for line in lines)
