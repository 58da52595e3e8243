"""A move being put together, step by step."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from rules.game import Cell, Position, StepMenu


@dataclass(frozen=True, slots=True)
class Composition:
    """The steps taken in ``position`` so far, and what can come next."""

    position: Position
    taken: tuple[str, ...]
    menu: StepMenu

    @property
    def stage(self) -> str:
        """Eight hexadecimal digits that differ when other steps were taken."""
        return f"{zlib.crc32(chr(0).join(self.taken).encode()):08x}"

    @property
    def is_whole(self) -> bool:
        """Whether the steps are a move to which nothing can be added."""
        return self.menu.complete is not None and not self.menu.options

    @property
    def text(self) -> str:
        """What has been put together so far, in notation."""
        return self.position.draft(self.taken) if self.taken else ""

    def cells(self) -> tuple[Cell, ...]:
        """The main cell of each step taken, in order."""
        found = []
        for depth, text in enumerate(self.taken):
            options = self.position.steps(self.taken[:depth]).options
            found += [step.cells[0] for step in options if step.text == text and step.cells]
        return tuple(found)

    def take(self, number: int) -> Composition:
        """Take the option with this number, counted from 0; raises IndexError."""
        return compose(self.position, (*self.taken, self.menu.options[number].text))

    def back(self) -> Composition:
        """Without the last step; the same if there is none."""
        return compose(self.position, self.taken[:-1])


def compose(position: Position, taken: tuple[str, ...] = ()) -> Composition:
    """What can follow the steps ``taken``; raises MoveError when they cannot be taken."""
    return Composition(position, taken, position.steps(taken))
