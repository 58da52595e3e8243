"""Apart (Kanare Kato, 2023): pieces travel as far as their lines are long, and want to be alone."""

from rules.game import Game
from rules.games.apart.info import BOARD, INFO
from rules.games.apart.line import read_line
from rules.games.apart.position import ApartPosition
from rules.geometry.cellset import cell_set

_START = tuple(
    cell_set(BOARD.index[f"{column}{row}"] for column in "bcdefg" for row in rows)
    for rows in ("12", "78")
)


class Apart(Game):
    """Apart on its board of 8 by 8 squares."""

    info = INFO
    package = __package__

    def start(self, variant: str | None = None, *, seed: int | None = None) -> ApartPosition:
        if variant not in (None, INFO.variants[0].id):
            raise ValueError(f"Apart has no variant {variant}")
        if seed is not None:
            raise ValueError("Apart starts without a seed")
        white, black = _START
        return ApartPosition((white, black))

    def decode(self, text: str) -> ApartPosition:
        state = read_line(text)
        return ApartPosition(state.stones, state.plies, state.earlier, state.left)
