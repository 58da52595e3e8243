"""Moves that are suggested, as numbers where they end and arrows from where they begin."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from renderer.request import PictureRequest
from renderer.scene import Arrow, Mark, MarkKind
from renderer.scenes.events import MoveMarks
from rules.game import Cell, Elected, Event, Moved, Piece, Placed, Removed, Split


@dataclass(frozen=True, slots=True)
class _Way:
    """What a move does in one go: where it ends, and the legs that lead there from ``start``.

    ``is_new`` says that a new piece comes there.
    """

    ends: tuple[Cell, ...]
    start: Cell | None = None
    is_new: bool = False
    legs: tuple[tuple[Cell, Cell], ...] = ()


def mark_suggestions(request: PictureRequest, move_marks: MoveMarks) -> None:
    """Add the number of each move wherever it ends, and the arrows that lead there.

    Where moves that begin elsewhere end in one place, they have their numbers at the beginning too.
    What a move brings besides what it moves has a plus.
    """
    pieces = request.position.pieces()
    moves = [[*_ways(events, pieces)] for events in request.suggested]
    numbers: dict[Cell, list[str]] = {}
    for number, ways in enumerate(moves, 1):
        others = [way for other in moves if other is not ways for way in other]
        for cell in dict.fromkeys(cell for way in ways for cell in _numbered(way, others)):
            numbers.setdefault(cell, []).append(str(number))
    for cell, told in numbers.items():
        move_marks.mark(cell, Mark(MarkKind.OPTION, " ".join(told)))
    for cell in (way.ends[0] for ways in moves if len(ways) > 1 for way in ways if way.is_new):
        move_marks.mark(cell, Mark(MarkKind.ADDED))
    legs = dict.fromkeys(leg for ways in moves for way in ways for leg in way.legs)
    move_marks.arrows += (Arrow(*leg, suggested=True) for leg in legs)


def _numbered(way: _Way, others: Sequence[_Way]) -> Iterator[Cell]:
    """Where a move's number goes for ``way``, ``others`` being those of the other moves."""
    yield from way.ends
    if way.start is not None and any(
        other.start != way.start and not set(other.ends).isdisjoint(way.ends) for other in others
    ):
        yield way.start


def _ways(events: Sequence[Event], pieces: Mapping[Cell, Piece]) -> Iterator[_Way]:
    """What the player does in a move with these events, without what follows from it."""
    for event in events:
        match event:
            case Placed():
                yield _Way((event.cell,), is_new=True)
            case Removed():
                yield _Way((event.cell,))
            case Moved(origin=origin, path=path):
                yield _Way(path[-1:], origin, legs=tuple(pairwise((origin, *path))))
            case Split(origin=origin, parts=parts):
                ends = tuple(cell for cell, _ in parts)
                in_line = event.direction is not None
                legs = pairwise((origin, *ends)) if in_line else ((origin, end) for end in ends)
                yield _Way(ends, origin, legs=tuple(legs))
            case Elected(colour=colour):
                yield _Way(tuple(cell for cell, piece in pieces.items() if piece.colour == colour))
            case _:
                pass
