"""A few legal moves for a player who typed something else: what it began with is kept."""

import functools
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import TypeVar

from rules.errors import MoveError
from rules.game import Move, Position, Step, StepKind

_MOST = 3
_TRIED = 8

_Position = TypeVar("_Position", bound=Position)
_Move = TypeVar("_Move", bound=Move)


def suggesting(
    parse: Callable[[_Position, str], _Move],
) -> Callable[[_Position, str], _Move]:
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
