"""Lines that somebody has prepared: moves of everybody in turn, each ending with an answer."""

from collections.abc import Sequence
from typing import TypeAlias

from rules.game import Position, Seat

Line: TypeAlias = tuple[str, ...]
"""Moves as texts, the next one first."""

DEEPEST = 5
"""So many answers may a line have."""

MOST = 12
"""So many lines may somebody have in a match."""


def followed(lines: Sequence[Line], text: str) -> tuple[Line, ...]:
    """What is left of the lines after a move; those that it leaves are gone."""
    return tuple(line[1:] for line in lines if line[0] == text and len(line) > 1)


def added(lines: Sequence[Line], new: Line, answers: Sequence[int]) -> tuple[Line, ...]:
    """The lines with a further one; ``answers`` are the places of the player's moves in it.

    There is one answer to each line of play, and the newer one stays. A line that another one goes
    on from is not kept beside it.
    """
    if any(line[: len(new)] == new for line in lines):
        return tuple(lines)
    kept = [
        line
        for line in lines
        if line != new[: len(line)] and not any(_contradict(line, new, at) for at in answers)
    ]
    return (*kept, new)


def _contradict(line: Line, new: Line, at: int) -> bool:
    return line[:at] == new[:at] and len(line) > at and line[at] != new[at]


def answers_in(position: Position, line: Line, seat: Seat) -> tuple[int, ...]:
    """The places of ``seat``'s moves in a line that is legal from ``position`` on."""
    found = []
    for place, text in enumerate(line):
        if position.to_move == seat:
            found.append(place)
        position = position.play(text)
    return tuple(found)
