"""Detach (João Pedro Neto, 2025): a stone becomes two that travel as far as its group is large."""

import re

from rules.errors import PositionError
from rules.game import Game
from rules.games.detach.info import INFO, SIDES
from rules.games.detach.position import DetachPosition
from rules.geometry.board import hex_board
from rules.geometry.cellset import cells_in

_STARTS = {
    "hexhex6": (("b6", "f2", "j6"), ("b2", "f10", "j2")),
    "hexhex5": (("b5", "e2", "h5"), ("b2", "e8", "h2")),
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
        chosen = self.chosen(variant, seed)
        white, black = map(chosen.board.set_of, _STARTS[chosen.id])
        return DetachPosition(SIDES[chosen.id], (white, black))

    def decode(self, text: str) -> DetachPosition:
        match = _ENCODED.fullmatch(text)
        if match is None:
            raise PositionError(f"not a position of Detach, such as {self.start().encode()}")
        side, left = SIDES[match["variant"]], match["left"]
        board = hex_board(side)
        white, black = (
            board.set_of(filter(None, match[colour].split(","))) for colour in ("white", "black")
        )
        if white & black:
            name = board.names[next(cells_in(white & black))]
            raise PositionError(f"{name} holds two stones")
        seat = None if left is None else int(left)
        return DetachPosition(side, (white, black), ply=int(match["ply"]), left=seat)
