"""A move being put together, question by question.

Composer, practice, puzzles and prepared answers all put moves together with this.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import Any

from bot.services.errors import ServiceError
from bot.services.matches import MatchState
from rules.errors import MoveError
from rules.game import Position, Seat, StepMenu

ONE_BY_ONE = 1000
"""Numbers from here on count the options of the single step that comes next."""
STOP = -1
"""Stands for the choice to let the move be as far as it is put together."""


@dataclass(frozen=True, slots=True)
class Composing:
    """Somebody's move in a match, as far as it is put together."""

    match: MatchState
    seat: Seat
    composition: Composition


def stage_of(*parts: str) -> str:
    """Eight hexadecimal digits that differ when one of the parts does.

    Buttons name the stage at which they were offered, so that an old one changes nothing.
    """
    return f"{zlib.crc32(chr(0).join(parts).encode()):08x}"


@dataclass(frozen=True, slots=True)
class Composition:
    """The steps taken in ``position`` so far, and what can come next.

    Where the game joins several steps into one question, ``menu`` asks that. ``ended`` says that
    the last choice meant a whole move, though one could go on from there.
    """

    position: Position
    taken: tuple[str, ...]
    menu: StepMenu
    ended: bool = False

    @property
    def stage(self) -> str:
        """What differs when other steps were taken."""
        return stage_of(*self.taken)

    @property
    def is_whole(self) -> bool:
        """Whether the steps are a move to which nothing is to be added."""
        return self.menu.complete is not None and (self.ended or not self.menu.options)

    @property
    def is_begun(self) -> bool:
        """Whether there is a choice to take back."""
        return bool(self.taken) and self.taken != begin(self.position).taken

    @property
    def text(self) -> str:
        """What has been put together so far, in notation."""
        return self.position.draft(self.taken) if self.taken else ""

    @property
    def next_step(self) -> StepMenu:
        """The single step that comes next, whether or not the question joins several."""
        return self.position.steps(self.taken)

    def offers(self, number: int) -> bool:
        """Whether there is an option with this number."""
        if number >= ONE_BY_ONE:
            return number - ONE_BY_ONE < len(self.next_step.options)
        return 0 <= number < len(self.menu.options)

    def take(self, number: int) -> Composition:
        """Take the option with this number, counted from 0, and all that must follow.

        From ``ONE_BY_ONE`` on the number counts the options of the next single step. Raises
        IndexError where it is not offered.
        """
        if number >= ONE_BY_ONE:
            step = self.next_step.options[number - ONE_BY_ONE]
            return _forward(compose(self.position, (*self.taken, step.text)))
        texts = self.menu.options[number].text.split()
        further = _forward(compose(self.position, (*self.taken, *texts)))
        return replace(further, ended=self.menu.selective and further.menu.complete is not None)

    def back(self) -> Composition:
        """Without the last choice; the same if there is none."""
        before = begin(self.position)
        now: Composition | None = before
        while now is not None and len(now.taken) < len(self.taken):
            before, now = now, now.towards(self.taken)
        return before if now is not None else compose(self.position, self.taken[:-1])

    def towards(self, taken: tuple[str, ...]) -> Composition | None:
        """After the choice that goes furthest on the way to ``taken``; None if none leads there."""
        rest = taken[len(self.taken) :]
        ways = [tuple(step.text.split()) for step in self.menu.options]
        fitting = [
            texts
            for texts in ways
            if texts == (rest if self.menu.selective else rest[: len(texts)])
        ]
        if not fitting:
            return None
        further = _forward(compose(self.position, (*self.taken, *max(fitting, key=len))))
        return further if further.taken == taken[: len(further.taken)] else None


@dataclass(frozen=True, slots=True)
class Choice:
    """What a choice leads to: the steps ``taken`` so far, or the whole ``move`` in notation."""

    taken: tuple[str, ...]
    move: str | None = None


def choose(now: Composition | None, number: int) -> Choice | None:
    """The choice with this number, or ``STOP``; None where it is not offered."""
    if now is None or not (number == STOP or now.offers(number)):
        return None
    further = now if number == STOP else now.take(number)
    if number != STOP and not further.is_whole:
        return Choice(further.taken)
    complete = further.menu.complete
    return None if complete is None else Choice((), str(complete))


def composed(position: Position, taken: tuple[str, ...]) -> Composition | None:
    """The steps ``taken``, or none of them where the rules do not allow them any more.

    None when nobody is to move.
    """
    if position.to_move is None:
        return None
    try:
        return compose(position, taken) if taken else begin(position)
    except MoveError:
        return begin(position)


def begin(position: Position) -> Composition:
    """The first question that leaves a choice, of a position in which somebody is to move."""
    first = compose(position)
    further = _forward(first)
    return first if further.is_whole else further


def compose(position: Position, taken: tuple[str, ...] = ()) -> Composition:
    """What can follow the steps ``taken``; raises MoveError when they cannot be taken."""
    return Composition(position, taken, position.joined(taken) or position.steps(taken))


def _forward(composition: Composition) -> Composition:
    """With every step taken to which there is no other."""
    while composition.menu.complete is None and len(composition.menu.options) == 1:
        texts = composition.menu.options[0].text.split()
        composition = compose(composition.position, (*composition.taken, *texts))
    return composition


class MovedOn(ServiceError):
    """The board is not as it was where the click was made; ``now`` is how it stands."""

    now: Any


class IllegalThere(ServiceError):
    """What was typed is no legal move on the board, which stands as ``now``."""

    error: MoveError
    now: Any


class NotWhole(ServiceError):
    """The move cannot end where it stands."""

    now: Composing
