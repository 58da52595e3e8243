"""What can be typed next: a move completed part by part, as people type it.

Only ``read``, ``steps`` and ``draft`` are used, so that it works for every game and never lists
whole moves.
"""

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import TypeVar

from rules.errors import MoveError
from rules.game import Move, Position, Step, StepKind
from rules.texts import ENGLISH, Wording, Words, said

CHOICES = 25
"""How many completions are given unless told otherwise."""

_NO_MATCH = 2
_MOST = 3
_TRIED = 8
_Position = TypeVar("_Position", bound=Position)
_Move = TypeVar("_Move", bound=Move)


@dataclass(frozen=True, slots=True)
class Completion:
    """A text one part longer than what was typed, as ``Move.written`` puts it.

    ``label`` says the part in a few words, or the whole turn in a sentence where the text is the
    turn that was typed. ``move`` is the move if the text is a whole legal one.
    """

    text: str
    label: Words
    move: Move | None = None


def complete(
    position: Position, text: str, limit: int = CHOICES, wording: Wording = ENGLISH
) -> tuple[Completion, ...]:
    """The completions of ``text``, best first, at most ``limit``; none when the game is over.

    First the move that was typed if it may end there, then what the last word may still become,
    then the next parts that begin with what was typed of them, then those whose label says it in
    the language.
    """
    if position.to_move is None:
        return ()
    taken, rest = position.read(text)
    return tuple(itertools.islice(_completions(position, text, taken, rest, wording), limit))


def _completions(
    position: Position, text: str, taken: tuple[str, ...], rest: str, wording: Wording
) -> Iterator[Completion]:
    menu = position.steps(taken)
    wanted = rest.strip().casefold()
    if menu.complete and not wanted:
        yield Completion(menu.complete.written, position.describe(menu.complete), menu.complete)
    if taken and not wanted and text[-1:].isalnum():
        for step in position.steps(taken[:-1]).options:
            if _begins(step, taken[-1].casefold()) and step.text != taken[-1]:
                yield _completion(position, taken[:-1], step)
    ranks = {step: _rank(step, wanted, wording) for step in menu.options}
    for step in sorted(ranks, key=ranks.__getitem__):
        if ranks[step] < _NO_MATCH:
            yield _completion(position, taken, step)


def _rank(step: Step, wanted: str, wording: Wording) -> int:
    """How well a step fits what was typed of it: 0 is best, _NO_MATCH not at all."""
    if _begins(step, wanted):
        return 0
    return 1 if wanted in said(step.label, wording).casefold() else _NO_MATCH


def _begins(step: Step, wanted: str) -> bool:
    return step.text.casefold().startswith(wanted)


def _completion(position: Position, taken: tuple[str, ...], step: Step) -> Completion:
    longer = (*taken, step.text)
    return Completion(position.draft(longer), step.label, position.steps(longer).complete)


def suggesting(parse: Callable[[_Position, str], _Move]) -> Callable[[_Position, str], _Move]:
    """``parse`` whose errors come with hints: those it gives, or moves that begin as was typed."""

    @functools.wraps(parse)
    def parsed(position: _Position, text: str) -> _Move:
        try:
            return parse(position, text)
        except MoveError as error:
            if not error.hints and position.to_move is not None:
                error.hints = suggestions(position, position.read(text)[0])
            raise

    return parsed


def suggestions(position: Position, taken: Sequence[str] = ()) -> tuple[str, ...]:
    """A few legal moves that begin with the step texts ``taken``, as different as can be."""
    menu = position.steps(taken)
    moves = {} if menu.complete is None else {menu.complete.written: None}
    for step in islice(_varied(menu.options), _TRIED):
        if len(moves) < _MOST:  # parts in another order may make the same move
            moves[_finished(position, (*taken, step.text))] = None
    return tuple(moves)


def _varied(options: Sequence[Step]) -> Iterator[Step]:
    """The options with those of different kinds in turn."""
    kinds: dict[StepKind, list[Step]] = {}
    for step in options:
        kinds.setdefault(step.kind, []).append(step)
    return (step for turn in zip_longest(*kinds.values()) for step in turn if step is not None)


def _finished(position: Position, taken: tuple[str, ...]) -> str:
    """The first move that begins with ``taken``."""
    menu = position.steps(taken)
    while menu.complete is None:
        taken = (*taken, menu.options[0].text)
        menu = position.steps(taken)
    return menu.complete.written
