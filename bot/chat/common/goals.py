"""What newcomers want to know first: what wins a game, and what a step of a move is about."""

from collections.abc import Collection

from bot.services.composer import Composition
from rules.game import GameInfo, StepKind, Variant

EVERY_KIND = frozenset(StepKind)


def goal(info: GameInfo, variant: Variant) -> str:
    """What the game is about, played in this way, and where there is more."""
    return f"{variant.goal or info.goal} More: `/rules {info.id}`"


def hint(composition: Composition, of: Collection[StepKind] = EVERY_KIND) -> str | None:
    """What to know for choosing the next step, None where the question says it all.

    Only what belongs to steps ``of`` these kinds.
    """
    kinds = {step.kind for step in composition.menu.options}.intersection(of)
    known = (hint for kind, hint in composition.position.info.hints if kind in kinds)
    return " ".join(known) or None
