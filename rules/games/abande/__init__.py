"""Abande (Dieter Stein, 2005): one band of stones and stacks, in which only contact counts."""

import re

from rules.errors import PositionError
from rules.game import Game
from rules.games.abande.info import INFO
from rules.games.abande.position import AbandePosition
from rules.games.abande.turns import EMPTY, PASSES_TO_END, RESERVE, board_of, is_band

_ENCODED = re.compile(
    r"(?P<variant>square|hex) ply:(?P<ply>[0-9]{1,4}) reserve:(?P<white>[0-9]{1,2}),"
    r"(?P<black>[0-9]{1,2}) passes:(?P<passes>[012]) stacks:(?P<stacks>[a-g1-7WB=,]*)"
    r"(?: left:(?P<left>[01]))?"
)
_STACK = re.compile(r"(?P<cell>[a-g][1-7])=(?P<stones>[WB]{1,3})")


class Abande(Game):
    """Abande on the square and on the hexagonal board."""

    info = INFO
    package = __package__

    def start(self, variant: str | None = None, *, seed: int | None = None) -> AbandePosition:
        chosen = self.chosen(variant, seed)
        return AbandePosition(chosen.id, bytes([EMPTY]) * len(chosen.board.names))

    def decode(self, text: str) -> AbandePosition:
        match = _ENCODED.fullmatch(text)
        if match is None:
            raise PositionError(f"not a position of Abande, such as {self.start().encode()}")
        reserve = int(match["white"]), int(match["black"])
        if max(reserve) > RESERVE:
            raise PositionError(f"a reserve of {max(reserve)} is more than {RESERVE} stones")
        position = AbandePosition(
            match["variant"],
            _stacks(match["variant"], match["stacks"]),
            reserve,
            passes=int(match["passes"]),
            ply=int(match["ply"]),
            left=None if match["left"] is None else int(match["left"]),
        )
        if position.passes < PASSES_TO_END and not is_band(position.variant_id, position.stacks):
            raise PositionError("the pieces do not form one band")
        return position


def _stacks(variant: str, text: str) -> bytes:
    """The stacks of a comma-separated list such as ``c2=B,c3=WB``, bottom to top."""
    index = board_of(variant).index
    stacks = bytearray([EMPTY] * len(index))
    for entry in filter(None, text.split(",")):
        match = _STACK.fullmatch(entry)
        if match is None or match["cell"] not in index:
            raise PositionError(f"{entry} is not a stack on a cell of this board, such as c3=WB")
        cell = index[match["cell"]]
        if stacks[cell] != EMPTY:
            raise PositionError(f"{match['cell']} holds two stacks")
        for letter in match["stones"]:
            stacks[cell] = stacks[cell] << 1 | (letter == "B")
    return bytes(stacks)
