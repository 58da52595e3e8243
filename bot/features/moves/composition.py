"""A move being put together, question by question.

Composer, practice, puzzles and prepared answers all put moves together with this.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.core.errors import ServiceError
from bot.core.matches import MatchState
from rules.errors import MoveError
from rules.game import Move, Position, Seat, StepKind, StepMenu
from rules.geometry.board import Board
from rules.texts import Text

ONE_BY_ONE = 1000
"""Numbers from here on count the options of the single step that comes next."""
STOP = -1
"""Stands for the choice to let the move be as far as it is put together."""
MOST = 25
"""So many choices are offered at once: five rows of five buttons."""
IN_ZONE = 20
"""So many are in a zone: beside them is a button more, which leads to another zone."""


@dataclass(frozen=True, slots=True)
class Composing:
    """Somebody's move in a match, as far as it is put together."""

    match: MatchState
    seat: Seat
    composition: Composition

    def whole(self) -> Move:
        """The move that is put together; raises NotWhole if it cannot end here."""
        move = self.composition.menu.complete
        if move is None:
            raise NotWhole(self)
        return move


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

    says = Text("This has changed since then. Here is how it stands now.")

    now: Any


class IllegalThere(ServiceError):
    """What was typed is no legal move on the board, which stands as ``now``."""

    error: MoveError
    now: Any


class NotWhole(ServiceError):
    """The move cannot end where it stands."""

    says = Text("The move cannot end here. Choose how it goes on.")

    now: Composing


@dataclass(frozen=True, slots=True)
class Choices:
    """How the choices of a menu are offered, each by its number counted from 0.

    The ``single`` ones are offered at once, the others after the zone of the board in which they
    lie: ``zones`` go from the top down, each with at most IN_ZONE choices.
    """

    single: tuple[int, ...]
    zones: tuple[tuple[int, ...], ...] = ()


def choices_of(position: Position, menu: StepMenu) -> Choices:
    """How the choices of ``menu``, asked in ``position``, are offered.

    All at once if there are at most MOST. Else the most frequent kind is offered by zones, and the
    other kinds beside these zones if there is room.
    """
    everything = tuple(range(len(menu.options)))
    if len(everything) <= MOST:
        return Choices(everything)
    by_kind: dict[StepKind, list[int]] = {}
    for number in everything:
        if menu.options[number].cells:
            by_kind.setdefault(menu.options[number].kind, []).append(number)
    most = max(by_kind.values(), key=len)
    others = tuple(number for number in everything if number not in most)
    zones = _bands(position.variant.board, menu, most)
    if len(others) + len(zones) <= MOST:
        return Choices(others, zones)
    placed = [number for number in everything if menu.options[number].cells]
    nowhere = tuple(number for number in everything if not menu.options[number].cells)
    return Choices(nowhere, _bands(position.variant.board, menu, placed))


def _bands(board: Board, menu: StepMenu, numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The choices with these numbers, in as few bands of rows as there have to be."""
    spots = sorted((board.spot(menu.options[number].cells[0]), number) for number in numbers)
    rows = [
        [number for _, number in row]
        for _, row in itertools.groupby(spots, lambda each: each[0][0])
    ]
    for wanted in range(-(-len(spots) // IN_ZONE), len(rows) + 1):
        bands = tuple(_cut(rows, wanted))
        if max(map(len, bands)) <= IN_ZONE:
            return bands
    return tuple(_cut(([number] for _, number in spots), -(-len(spots) // IN_ZONE)))


def _cut(rows: Iterable[Sequence[int]], wanted: int) -> Iterator[tuple[int, ...]]:
    """Neighbouring rows put together, so that each of ``wanted`` bands holds about as many."""
    rows = list(rows)
    count, before = sum(map(len, rows)), 0
    placed: list[tuple[int, Sequence[int]]] = []
    for row in rows:
        placed.append(((2 * before + len(row)) * wanted // (2 * count), row))
        before += len(row)
    for _, band in itertools.groupby(placed, lambda each: each[0]):
        yield tuple(itertools.chain.from_iterable(row for _, row in band))
