"""Glaisher (Ken Shoda, 2015): stacks fall apart into unequal parts, to connect opposite sides."""

import re

from rules.errors import PositionError
from rules.game import Game
from rules.games.glaisher.info import BOARD, INFO
from rules.games.glaisher.position import GlaisherPosition
from rules.games.glaisher.separating import connects
from rules.games.glaisher.state import FIRST_HEIGHT

_STARTS = {"basic": (("b1", "d8", "i2"), ("a4", "f1", "h6")), "advanced": ((), ())}
_STACKS = r"(?:[a-i][1-9]=[0-9]{1,4}(?:,[a-i][1-9]=[0-9]{1,4})*)?"
_ENCODED = re.compile(
    rf"(?P<variant>basic|advanced) ply:(?P<ply>[0-9]{{1,4}}) red:(?P<red>{_STACKS})"
    rf" yellow:(?P<yellow>{_STACKS})(?: left:(?P<left>[01]))?"
)


class Glaisher(Game):
    """Glaisher, basic and advanced."""

    info = INFO
    package = __package__

    def start(self, variant: str | None = None, *, seed: int | None = None) -> GlaisherPosition:
        chosen = self.chosen(variant, seed)
        red, yellow = map(BOARD.set_of, _STARTS[chosen.id])
        filled = red | yellow
        heights = tuple(FIRST_HEIGHT * (filled >> cell & 1) for cell in range(len(BOARD.names)))
        return GlaisherPosition(chosen.id, (red, yellow), heights)

    def decode(self, text: str) -> GlaisherPosition:
        match = _ENCODED.fullmatch(text)
        if match is None:
            raise PositionError(f"not a position of Glaisher, such as {self.start().encode()}")
        heights = [0] * len(BOARD.names)
        red, yellow = (_stones(match[colour], heights) for colour in ("red", "yellow"))
        position = GlaisherPosition(
            match["variant"],
            (red, yellow),
            tuple(heights),
            ply=int(match["ply"]),
            left=None if match["left"] is None else int(match["left"]),
        )
        if connects(red) and connects(yellow):
            raise PositionError("only one player can have connected two sides")
        if position.is_set_up() and not _set_up_in_turn(position):
            raise PositionError("stacks are set up in turn, one a ply, each 6 high")
        return position


def _stones(text: str, heights: list[int]) -> int:
    """The cells of a list of stacks, whose heights are noted in ``heights``."""
    stones = 0
    for name, height in (entry.split("=") for entry in text.split(",") if entry):
        cell = BOARD.index.get(name)
        if cell is None:
            raise PositionError(f"there is no hex {name} on this board")
        if heights[cell]:
            raise PositionError(f"{name} holds two stacks")
        if int(height) == 0:
            raise PositionError(f"the stack on {name} has no height")
        heights[cell] = int(height)
        stones |= 1 << cell
    return stones


def _set_up_in_turn(position: GlaisherPosition) -> bool:
    counts = tuple(stones.bit_count() for stones in position.stones)
    in_turn = counts == ((position.ply + 1) // 2, position.ply // 2)
    return in_turn and set(position.heights) <= {0, FIRST_HEIGHT}
