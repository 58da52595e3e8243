"""Letters that are measured while pictures are drawn: how small they are, and what is cut."""

import numpy as np

from renderer.drawing import Renderer
from renderer.lettering import Lettering
from renderer.shapes import Floats


class Measuring(Lettering):
    """Notes what is set and how high, and what is cut or has more lines than ``most_lines``."""

    def __init__(self) -> None:
        super().__init__()
        self.cut: set[str] = set()
        self.set: set[str] = set()
        self.heights: set[int] = set()
        self.most_lines = 3

    def fitted(self, text: str, height: int, weight: int, room: float) -> Floats:
        fitting = super().fitted(text, height, weight, room)
        if not np.array_equal(fitting, super().word(text, height, weight)):
            self.cut.add(text)
        return fitting

    def word(self, text: str, height: int, weight: int = 500) -> Floats:
        if any(letter.isalnum() for letter in text):
            self.heights.add(height)
            self.set |= {text} if len(text) > 1 else set()
        return super().word(text, height, weight)

    def lines(self, text: str, height: int, weight: int, room: float) -> list[str]:
        found = super().lines(text, height, weight, room)
        self.cut |= {text} if len(found) > self.most_lines else set()
        return found


def measured() -> tuple[Renderer, Measuring]:
    """Who draws, and what notes the letters."""
    drawing, lettering = Renderer(), Measuring()
    drawing._lettering = lettering  # it has no other way to be given letters
    return drawing, lettering
