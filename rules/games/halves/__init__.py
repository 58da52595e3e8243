"""Halves (Cameron Browne, 2007): build a shape together, elect a colour, then take it down."""

import random
from dataclasses import replace

from rules.game import Game
from rules.games.halves.info import INFO, VARIANTS
from rules.games.halves.line import state_of
from rules.games.halves.position import HalvesPosition
from rules.games.halves.state import Phase, State
from rules.geometry.openfield import cell_at, cells_of

_START = ((0, 0), (1, 0), (0, 1))


class Halves(Game):
    """Halves for two and for three players."""

    info = INFO
    package = __package__

    def start(self, variant: str | None = None, *, seed: int | None = None) -> HalvesPosition:
        chosen = VARIANTS.get(INFO.variants[0].id if variant is None else variant)
        if chosen is None:
            raise ValueError(f"Halves has no variant {variant}")
        if chosen.seeded != (seed is not None):
            raise ValueError(f"{chosen.id} starts {'with' if chosen.seeded else 'without'} a seed")
        cells = [cell_at(*place) for place in _START[: chosen.seats]]
        tiles = tuple(1 << cell for cell in cells if cell is not None)
        state = State(chosen.id, Phase.WAXING, tiles, tuple(range(chosen.seats)), seed=seed)
        return HalvesPosition(state if seed is None else _laid_out(state, random.Random(seed)))

    def decode(self, text: str) -> HalvesPosition:
        return HalvesPosition(state_of(text))


def _laid_out(state: State, chance: random.Random) -> State:
    """``state`` after all tiles were placed in turn, each on any hex allowed, before ply 0."""
    while state.phase is Phase.WAXING:
        state = state.placed(chance.choice(list(cells_of(state.open_cells()))))
    return replace(state, plies=0)
