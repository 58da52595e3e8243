"""Strips of who was ahead, for the gallery: every pair of colours, an exchange, and three sides."""

from __future__ import annotations

import math

from renderer.charts import ExpectationsChart

_MOVES = 40
_SIDES = {
    "Who was ahead: White and Black": ("White", "Black"),
    "Who was ahead: Red and Yellow": ("Red", "Yellow"),
    "Who was ahead: Light and Dark, exchanged": ("Light", "Dark"),
    "Who was ahead: three sides": ("Light", "Dark", "Grey"),
}
_PLAYERS = ("Ada", "Ben", "Chloe")
_EXCHANGED = "exchanged"
_MARKS = ((11, 0), (27, 1))


def strips() -> list[tuple[str, ExpectationsChart]]:
    """Each with what it is called."""
    return [(caption, _strip(caption, colours)) for caption, colours in _SIDES.items()]


def _strip(caption: str, colours: tuple[str, ...]) -> ExpectationsChart:
    expected = tuple(_expected(step, len(colours)) for step in range(_MOVES + 1))
    later = tuple(reversed(colours)) if _EXCHANGED in caption else colours
    held = tuple(colours if step < _MOVES // 2 else later for step in range(_MOVES + 1))
    return ExpectationsChart(_PLAYERS[: len(colours)], expected, held, _MARKS, 16)


def _expected(step: int, seats: int) -> tuple[float, ...]:
    first = 0.9 * math.sin(step / 5) * math.sin(step / 23 + 0.3)
    return (
        (first, -first) if seats == len(_PLAYERS) - 1 else (first, -first, 0.6 * math.cos(step / 4))
    )
