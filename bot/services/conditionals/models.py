"""What somebody has prepared in a match, and the line that is being put together."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from bot.services.composer import Composition, stage_of
from bot.services.errors import ServiceError
from bot.services.matches import MatchRefusal, MatchState
from rules.errors import MoveError
from rules.game import Event, Position, Seat
from rules.texts import Text

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
        if line != new[: len(line)]
        and not any(
            line[:at] == new[:at] and len(line) > at and line[at] != new[at] for at in answers
        )
    ]
    return (*kept, new)


def answers_in(position: Position, line: Line, seat: Seat) -> tuple[int, ...]:
    """The places of ``seat``'s moves in a line that is legal from ``position`` on."""
    found = []
    for place, text in enumerate(line):
        if position.to_move == seat:
            found.append(place)
        position = position.play(text)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Conditionals:
    """The lines that are kept, and ``draft``, the beginning of another one.

    ``position`` is that after the draft, ``events`` and ``sentence`` its last move;
    ``composition`` is the next move so far, None where the line cannot go on.
    """

    match: MatchState
    seat: Seat
    lines: tuple[Line, ...]
    draft: Line
    taken: tuple[str, ...]
    position: Position
    events: tuple[Event, ...]
    sentence: Text | None
    composition: Composition | None

    @property
    def stage(self) -> str:
        """What differs when something else was prepared or chosen."""
        lines = chain.from_iterable(self.lines)
        return stage_of(str(self.match.ply), *lines, "", *self.draft, "", *self.taken)

    @property
    def can_be_kept(self) -> bool:
        """Whether the draft ends with an answer, so that it is a whole line."""
        answers = answers_in(self.match.position, self.draft, self.seat)
        return bool(answers) and answers[-1] == len(self.draft) - 1 and not self.taken

    @property
    def is_deep(self) -> bool:
        """Whether the draft has as many answers as a line may have."""
        return len(answers_in(self.match.position, self.draft, self.seat)) >= DEEPEST

    @property
    def is_own_turn(self) -> bool:
        return self.position.to_move == self.seat


class YourTurnAlready(MatchRefusal):
    """The player is to move now, and prepares nothing for that."""


class IllegalLine(ServiceError):
    """The move with this number in a typed line, counted from 1, is not legal there."""

    error: MoveError
    number: int


class NoAnswerInLine(ServiceError):
    """A line has to end with a move of the player's own."""


class LineTooDeep(ServiceError):
    """A line has at most ``most`` answers."""

    most: int


class TooManyLines(ServiceError):
    """The player has prepared ``most`` lines already."""

    most: int
