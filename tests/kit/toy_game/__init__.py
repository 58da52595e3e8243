"""Hex (Piet Hein, 1942) on a small rhombus: a game that is registered by tests alone.

It has what a game needs and nothing else, so it is also the example of docs/adding-a-game.md.
"""

import re

from rules.errors import PositionError
from rules.game import Game
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
        self.chosen(variant, seed)
        return HexPosition()

    def decode(self, text: str) -> HexPosition:
        match = _ENCODED.fullmatch(text)
        if match is None:
            raise PositionError(f"not a position of Hex, such as {self.start().encode()}")
        white, black = (
            BOARD.set_of(filter(None, match[colour].split(","))) for colour in ("white", "black")
        )
        if white & black:
            raise PositionError("a hex holds two stones")
        if white.bit_count() - black.bit_count() not in (0, 1):
            raise PositionError("the stones were not placed in turn")
        left = None if match["left"] is None else int(match["left"])
        return HexPosition((white, black), ply=(white | black).bit_count(), left=left)
