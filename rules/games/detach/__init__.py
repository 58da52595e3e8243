"""Detach (João Pedro Neto, 2025): a stone becomes two that travel as far as its group is large."""

import re

from rules.errors import PositionError
from rules.game import Game
from rules.games.detach.info import INFO, SIDES
from rules.games.detach.position import DetachPosition
from rules.geometry.cellset import cell_set, cells_in
from rules.geometry.hexboard import hex_board

_STARTS = {
    6: (("b6", "f2", "j6"), ("b2", "f10", "j2")),
    5: (("b5", "e2", "h5"), ("b2", "e8", "h2")),
}
_ENCODED = re.compile(
    r"(?P<variant>hexhex[56]) ply:(?P<ply>[0-9]{1,4}) white:(?P<white>[a-z0-9,]*)"
    r" black:(?P<black>[a-z0-9,]*)(?: left:(?P<left>[01]))?"
)


class Detach(Game):
    """Detach on its two boards."""

    info = INFO
    package = __package__

    def start(self, variant: str | None = None, *, seed: int | None = None) -> DetachPosition:
        side = SIDES.get(INFO.variants[0].id if variant is None else variant)
        if side is None:
            raise ValueError(f"Detach has no variant {variant}")
        if seed is not None:
            raise ValueError("Detach starts without a seed")
        index = hex_board(side).index
        white, black = (cell_set(index[name] for name in names) for names in _STARTS[side])
        return DetachPosition(side, (white, black))

    def decode(self, text: str) -> DetachPosition:
        match = _ENCODED.fullmatch(text)
        if match is None:
            raise PositionError(f"not a position of Detach, such as {self.start().encode()}")
        side, left = SIDES[match["variant"]], match["left"]
        white, black = (_stones(side, match[colour]) for colour in ("white", "black"))
        if white & black:
            name = hex_board(side).names[next(cells_in(white & black))]
            raise PositionError(f"{name} holds two stones")
        seat = None if left is None else int(left)
        return DetachPosition(side, (white, black), int(match["ply"]), seat)


def _stones(side: int, names: str) -> int:
    """The set of cells of a comma-separated list; PositionError for a name off the board."""
    index = hex_board(side).index
    for name in filter(None, names.split(",")):
        if name not in index:
            raise PositionError(f"there is no hex {name} on this board")
    return cell_set(index[name] for name in filter(None, names.split(",")))
