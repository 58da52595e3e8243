"""A position of Apart as one readable line, and back.

Beside the placement a line keeps the quiet moves since the last capture. Taken back one by one
they give the earlier placements, which count for the draw by repetition.
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.errors import PositionError
from rules.game import Seat
from rules.games.apart.info import BOARD
from rules.geometry.cellset import cell_set, cells_in

Stones: TypeAlias = tuple[int, int]
"""The squares of White's pieces and of Black's, as sets of cells."""

_MOST_PIECES = 12
_SQUARES = r"((?:[a-h][1-8](?:,[a-h][1-8])*)?)"
_QUIET = r"[a-h][1-8]-[a-h][1-8]"
_LINE = re.compile(
    rf"standard ply:(\d{{1,6}}) white:{_SQUARES} black:{_SQUARES}"
    rf"(?: quiet:({_QUIET}(?:,{_QUIET})*))?(?: left:([01]))?",
    re.ASCII,
)
_EXAMPLE = "standard ply:2 white:a1,a2 black:h7,h8"


@dataclass(frozen=True, slots=True)
class State:
    """What a line tells: ``earlier`` are the placements since the last capture, oldest first."""

    stones: Stones
    plies: int
    earlier: tuple[Stones, ...]
    left: Seat | None


def written(state: State) -> str:
    """The line of a position."""
    white, black = (",".join(BOARD.names[cell] for cell in cells_in(own)) for own in state.stones)
    line = f"standard ply:{state.plies} white:{white} black:{black}"
    if state.earlier:
        placements = itertools.pairwise((*state.earlier, state.stones))
        line += " quiet:" + ",".join(itertools.starmap(_quiet_move, placements))
    return line if state.left is None else f"{line} left:{state.left}"


def read_line(text: str) -> State:
    """What ``written`` wrote; PositionError for anything else."""
    match = _LINE.fullmatch(text)
    if match is None:
        raise PositionError(f"not a position of Apart, such as {_EXAMPLE}")
    ply, *sets, quiet, left = match.groups()
    white, black = (_pieces(names) for names in sets)
    if white & black:
        raise PositionError(f"{BOARD.names[next(cells_in(white & black))]} holds two pieces")
    earlier = _earlier((white, black), int(ply), quiet.split(",") if quiet else [])
    return State((white, black), int(ply), earlier, None if left is None else int(left))


def _quiet_move(before: Stones, after: Stones) -> str:
    """The square that was left and the one that was reached between two placements."""
    left, reached = (
        next(cells_in((first[0] | first[1]) & ~(second[0] | second[1])))
        for first, second in ((before, after), (after, before))
    )
    return f"{BOARD.names[left]}-{BOARD.names[reached]}"


def _pieces(names: str) -> int:
    cells = [BOARD.index[name] for name in names.split(",") if name]
    if len(cells) > _MOST_PIECES:
        raise PositionError(f"{len(cells)} pieces of a colour; there are {_MOST_PIECES}")
    return cell_set(cells)


def _earlier(stones: Stones, ply: int, quiet: Sequence[str]) -> tuple[Stones, ...]:
    """The placements before ``stones``, by taking the quiet moves back; PositionError if amiss."""
    if len(quiet) > ply:
        raise PositionError(f"{len(quiet)} quiet moves cannot have been made in {ply} plies")
    placements: list[Stones] = []
    for plies_back, text in enumerate(reversed(quiet), start=1):
        left, reached = (1 << BOARD.index[name] for name in text.split("-"))
        seat = (ply - plies_back) % 2
        if not stones[seat] & reached or (stones[0] | stones[1]) & left:
            raise PositionError(f"the quiet move {text} cannot have been made")
        own = stones[seat] ^ left ^ reached
        stones = (stones[0], own) if seat else (own, stones[1])
        placements.append(stones)
    return tuple(reversed(placements))
