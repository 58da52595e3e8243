"""Apart (Kanare Kato, 2023): pieces travel as far as their lines are long, and want to be alone.

Beside the placement a position's line keeps the quiet moves since the last capture. Taken back one
by one they give the earlier placements, which count for the draw by repetition.
"""

import re
from collections.abc import Sequence

from rules.errors import PositionError
from rules.game import Game
from rules.games.apart.info import BOARD, INFO
from rules.games.apart.jumps import Stones
from rules.games.apart.position import ApartPosition
from rules.geometry.cellset import cells_in

_START = tuple(
    BOARD.set_of(column + row for column in "bcdefg" for row in rows) for rows in ("12", "78")
)
_MOST_PIECES = 12
_EXAMPLE = "standard ply:2 white:a1,a2 black:h7,h8"
_SQUARES = r"((?:[a-h][1-8](?:,[a-h][1-8])*)?)"
_QUIET = r"[a-h][1-8]-[a-h][1-8]"
_ENCODED = re.compile(
    rf"standard ply:(\d{{1,6}}) white:{_SQUARES} black:{_SQUARES}"
    rf"(?: quiet:({_QUIET}(?:,{_QUIET})*))?(?: left:([01]))?",
    re.ASCII,
)


class Apart(Game):
    """Apart on its board of 8 by 8 squares."""

    info = INFO
    package = __package__

    def start(self, variant: str | None = None, *, seed: int | None = None) -> ApartPosition:
        self.chosen(variant, seed)
        white, black = _START
        return ApartPosition((white, black))

    def decode(self, text: str) -> ApartPosition:
        match = _ENCODED.fullmatch(text)
        if match is None:
            raise PositionError(f"not a position of Apart, such as {_EXAMPLE}")
        ply, *sets, quiet, left = match.groups()
        white, black = (_pieces(names) for names in sets)
        if white & black:
            raise PositionError(f"{BOARD.names[next(cells_in(white & black))]} holds two pieces")
        earlier = _earlier((white, black), int(ply), quiet.split(",") if quiet else [])
        seat = None if left is None else int(left)
        return ApartPosition((white, black), earlier, ply=int(ply), left=seat)


def _pieces(names: str) -> int:
    listed = [name for name in names.split(",") if name]
    if len(listed) > _MOST_PIECES:
        raise PositionError(f"{len(listed)} pieces of a colour; there are {_MOST_PIECES}")
    return BOARD.set_of(listed)


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
