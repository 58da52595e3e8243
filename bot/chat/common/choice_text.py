"""What stands on the choices of a step."""

from __future__ import annotations

from rules.game import Step

EARLIER, LATER = "◀ Earlier choices", "Later choices ▶"


def option(number: int, step: Step) -> str:
    """A choice by its number on the board: ``3 · d4``."""
    return f"{number + 1} · {step.label}"


def span(first: int, steps: tuple[Step, ...]) -> str:
    """What a list of choices holds: ``Choose 26 to 49: e1 … g7``."""
    if len(steps) == 1:
        return f"Choose {option(first, steps[0])}"
    return f"Choose {first + 1} to {first + len(steps)}: {steps[0].label} … {steps[-1].label}"
