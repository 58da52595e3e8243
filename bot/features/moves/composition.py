"""A move that is built from one choice after another.

The composer, practice, puzzles and prepared answers all use it.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import Any

from bot.core.errors import ServiceError
from bot.core.matches import MatchState
from rules.errors import MoveError
from rules.game import Move, Position, Seat, StepMenu
from rules.texts import Text

ONE_BY_ONE = 1000
"""Choices with a number from here on are options of the next single step."""
STOP = -1
"""The choice to end the move with the steps so far."""


@dataclass(frozen=True, slots=True)
class Composing:
    """A player's unfinished move in a match."""

    match: MatchState
    seat: Seat
    composition: Composition

    def whole(self) -> Move:
        """The move with the steps so far; raises NotWhole if it cannot end here."""
        move = self.composition.menu.complete
        if move is None:
            raise NotWhole(self)
        return move


def stage_of(*parts: str) -> str:
    """A hash of the parts, as eight hexadecimal digits.

    Buttons carry the stage at which they were offered, so that an outdated one changes nothing.
    """
    return f"{zlib.crc32(chr(0).join(parts).encode()):08x}"


@dataclass(frozen=True, slots=True)
class Composition:
    """The steps taken in ``position`` so far, and the ``menu`` of what can come next.

    The menu may join several steps into one question. ``ended``: the last choice ends the move,
    although steps could follow.
    """

    position: Position
    taken: tuple[str, ...]
    menu: StepMenu
    ended: bool = False

    @property
    def stage(self) -> str:
        """The stage of the steps so far."""
        return stage_of(*self.taken)

    @property
    def is_whole(self) -> bool:
        """Whether the steps are a whole move."""
        return self.menu.complete is not None and (self.ended or not self.menu.options)

    @property
    def is_begun(self) -> bool:
        """Whether there is a choice to take back."""
        return bool(self.taken) and self.taken != begin(self.position).taken

    @property
    def text(self) -> str:
        return self.position.draft(self.taken) if self.taken else ""

    @property
    def next_step(self) -> StepMenu:
        """The menu of the next single step."""
        return self.position.steps(self.taken)

    def offers(self, number: int) -> bool:
        """Whether there is an option with this number."""
        if number >= ONE_BY_ONE:
            return number - ONE_BY_ONE < len(self.next_step.options)
        return 0 <= number < len(self.menu.options)

    def take(self, number: int) -> Composition:
        """After the option with this number, counted from 0, and the forced steps that follow.

        From ``ONE_BY_ONE`` on the number counts the options of the next single step. Raises
        IndexError if it is not offered.
        """
        if number >= ONE_BY_ONE:
            step = self.next_step.options[number - ONE_BY_ONE]
            return _after_forced(compose(self.position, (*self.taken, step.text)))
        texts = self.menu.options[number].text.split()
        further = _after_forced(compose(self.position, (*self.taken, *texts)))
        return replace(further, ended=self.menu.selective and further.menu.complete is not None)

    def back(self) -> Composition:
        """Before the last choice; unchanged if there is none."""
        before = begin(self.position)
        now: Composition | None = before
        while now is not None and len(now.taken) < len(self.taken):
            before, now = now, now.towards(self.taken)
        return before if now is not None else compose(self.position, self.taken[:-1])

    def towards(self, taken: tuple[str, ...]) -> Composition | None:
        """After the option that leads furthest towards ``taken``; None if none leads there."""
        rest = taken[len(self.taken) :]
        ways = [tuple(step.text.split()) for step in self.menu.options]
        fitting = [
            texts
            for texts in ways
            if texts == (rest if self.menu.selective else rest[: len(texts)])
        ]
        if not fitting:
            return None
        further = _after_forced(compose(self.position, (*self.taken, *max(fitting, key=len))))
        return further if further.taken == taken[: len(further.taken)] else None


@dataclass(frozen=True, slots=True)
class Choice:
    """The result of a choice: the steps ``taken`` so far, or the whole ``move`` in notation."""

    taken: tuple[str, ...]
    move: str | None = None


def choose(now: Composition | None, number: int) -> Choice | None:
    """The result of the choice with this number, or of ``STOP``; None if it is not offered."""
    if now is None or not (number == STOP or now.offers(number)):
        return None
    further = now if number == STOP else now.take(number)
    if number != STOP and not further.is_whole:
        return Choice(further.taken)
    complete = further.menu.complete
    return None if complete is None else Choice((), str(complete))


def composed(position: Position, taken: tuple[str, ...]) -> Composition | None:
    """The composition after ``taken``, or from the beginning if these are illegal by now.

    None if nobody is to move.
    """
    if position.to_move is None:
        return None
    try:
        return compose(position, taken) if taken else begin(position)
    except MoveError:
        return begin(position)


def begin(position: Position) -> Composition:
    """The composition at the first question with a real choice; somebody must be to move."""
    first = compose(position)
    further = _after_forced(first)
    return first if further.is_whole else further


def compose(position: Position, taken: tuple[str, ...] = ()) -> Composition:
    """The composition after exactly these steps; raises MoveError if they are illegal."""
    return Composition(position, taken, position.joined(taken) or position.steps(taken))


def _after_forced(composition: Composition) -> Composition:
    """After all forced steps."""
    while composition.menu.complete is None and len(composition.menu.options) == 1:
        texts = composition.menu.options[0].text.split()
        composition = compose(composition.position, (*composition.taken, *texts))
    return composition


class MovedOn(ServiceError):
    """The board is not as it was where the click was made; ``now`` is how it stands."""

    says = Text("This has changed since then. Here is how it stands now.")

    now: Any


class IllegalThere(ServiceError):
    """What was typed is no legal move on the board, which stands as ``now``."""

    error: MoveError
    now: Any


class NotWhole(ServiceError):
    """The move cannot end where it stands."""

    says = Text("The move cannot end here. Choose how it continues.")

    now: Composing
