"""What newcomers want to know first: what wins a game, and what a step of a move is about."""

from __future__ import annotations

from bot.services.composer import Composition
from rules.game import GameInfo


def goal(info: GameInfo) -> str:
    """What the game is about, and where there is more."""
    return f"{info.goal} More: `/rules {info.id}`"


def hint(composition: Composition) -> str | None:
    """What to know for choosing the next step, None where the question says it all."""
    kinds = {step.kind for step in composition.menu.options}
    known = (hint for kind, hint in composition.position.info.hints if kind in kinds)
    return " ".join(known) or None
