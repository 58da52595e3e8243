"""What a picture is asked for by; equal requests give the same picture."""

from __future__ import annotations

from dataclasses import dataclass

from rules.game import Cell, Event, Position, Seat, Step


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A position to draw, and how. Hashable, so that it can be a cache's key.

    ``events`` are the last move's, which led to ``position``. ``options`` are the steps that may
    come next, marked and, if ``numbered``, counted from 1 in their order; ``taken`` are the cells
    chosen so far. The first seat's side is at the bottom unless ``viewer`` is another seat. The
    picture is a square of ``size`` pixels.
    """

    position: Position
    events: tuple[Event, ...] = ()
    options: tuple[Step, ...] = ()
    taken: tuple[Cell, ...] = ()
    viewer: Seat | None = None
    theme: str = "slate"
    size: int = 1000
    numbered: bool = True
