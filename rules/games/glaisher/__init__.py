"""Glaisher (Ken Shoda, 2015): stacks fall apart into unequal parts, to connect opposite sides."""

from rules.game import Game
from rules.games.glaisher.info import INFO, VARIANTS
from rules.games.glaisher.position import GlaisherPosition
from rules.games.glaisher.state import start_of, state_of


class Glaisher(Game):
    """Glaisher, basic and advanced."""

    info = INFO
    package = __package__

    def start(self, variant: str | None = None, *, seed: int | None = None) -> GlaisherPosition:
        chosen = INFO.variants[0].id if variant is None else variant
        if chosen not in VARIANTS:
            raise ValueError(f"Glaisher has no variant {variant}")
        if seed is not None:
            raise ValueError("Glaisher starts without a seed")
        return GlaisherPosition(start_of(chosen))

    def decode(self, text: str) -> GlaisherPosition:
        return GlaisherPosition(state_of(text))
