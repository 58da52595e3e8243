"""Hex (Piet Hein, 1942) on a small rhombus: a game that is registered by tests alone.

It has what a game needs and nothing else, so it is also the example of docs/adding-a-game.md.
"""

import re

from rules.errors import PositionError
from rules.game import Game
from rules.geometry.cellset import cell_set
from tests.kit.toy_game.info import BOARD, INFO
from tests.kit.toy_game.position import HexPosition

_ENCODED = re.compile(
    r"side4 white:(?P<white>[a-z0-9,]*) black:(?P<black>[a-z0-9,]*)(?: left:(?P<left>[01]))?"
)


class Hex(Game):
    """Hex on its rhombus."""

    info = INFO
    package = __package__

    def start(self, variant: str | None = None, *, seed: int | None = None) -> HexPosition:
        if variant not in (None, INFO.variants[0].id):
            raise ValueError(f"Hex has no variant {variant}")
        if seed is not None:
            raise ValueError("Hex starts without a seed")
        return HexPosition()

    def decode(self, text: str) -> HexPosition:
        match = _ENCODED.fullmatch(text)
        if match is None:
            raise PositionError(f"not a position of Hex, such as {self.start().encode()}")
        white, black = (_stones(match[colour]) for colour in ("white", "black"))
        if white & black:
            raise PositionError("a hex holds two stones")
        if white.bit_count() - black.bit_count() not in (0, 1):
            raise PositionError("the stones were not placed in turn")
        return HexPosition((white, black), None if match["left"] is None else int(match["left"]))


def _stones(names: str) -> int:
    """The set of cells of a comma-separated list; PositionError for a name off the board."""
    listed = [name for name in names.split(",") if name]
    for name in listed:
        if name not in BOARD.index:
            raise PositionError(f"there is no hex {name} on this board")
    return cell_set(BOARD.index[name] for name in listed)
