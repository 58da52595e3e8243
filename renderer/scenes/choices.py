"""What has been chosen of a move, and what may come next, as marks on cells."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from string import ascii_uppercase

from renderer.request import PictureRequest
from renderer.scene import Arrow, Mark, MarkKind
from renderer.scenes.events import MoveMarks
from rules import game
from rules.geometry.board import Board

_WHOLES = (game.StepKind.COLOUR, game.StepKind.SUBSET)


def mark_choices(request: PictureRequest, move_marks: MoveMarks) -> None:
    """Add the marks of what was chosen and of what may come next."""
    for cell in _chosen(request.position, request.draft):
        if cell in move_marks.pieces and cell not in move_marks.marks:
            move_marks.mark(cell, Mark(MarkKind.TAKEN))
    _mark_zones(request, move_marks)
    if request.strengths:
        for cell, strength in request.position.strengths().items():
            move_marks.mark(cell, Mark(MarkKind.STRENGTH, str(strength)))
    options = request.options
    if options and options[0].kind is game.StepKind.SPLIT:
        _lay_ruler(request, move_marks)
        return
    numbered: set[game.Cell] = set()
    for number, step in enumerate(options, 1):
        # on its main cell, or the next that has no number yet; on all of those that belong together
        free = [cell for cell in step.cells if cell not in numbered]
        for cell in free if step.kind in _WHOLES else free[:1]:
            numbered.add(cell)
            move_marks.mark(cell, Mark(MarkKind.OPTION, str(number) if request.numbered else ""))


def _mark_zones(request: PictureRequest, move_marks: MoveMarks) -> None:
    """Tint the cells of each zone, and put its letter on the one nearest to its middle."""
    board = request.position.variant.board
    for number, (letter, cells) in enumerate(zip(ascii_uppercase, request.zones, strict=False)):
        spots = {cell: board.spot(cell) for cell in cells}
        bare = [cell for cell in cells if cell not in move_marks.pieces] or cells
        down, across = (sum(spot[at] for spot in spots.values()) / len(spots) for at in (0, 1))
        middle = min(
            bare, key=lambda cell: (spots[cell][0] - down) ** 2 + (spots[cell][1] - across) ** 2
        )
        for cell in cells:
            text = letter if cell == middle else ""
            move_marks.mark(cell, Mark(MarkKind.ZONE, text, number % 2))


def _chosen(position: game.Position, draft: Sequence[str]) -> Iterator[game.Cell]:
    """The main cell of each step taken, in order."""
    for depth, text in enumerate(draft):
        for step in position.steps(draft[:depth]).options:
            if step.text == text:
                yield from step.cells[:1]


def _lay_ruler(request: PictureRequest, move_marks: MoveMarks) -> None:
    """Distances along the rays that a stack can split on: a part flies as far as it is high.

    Where no part can land stands no number, but what stands there otherwise.
    """
    landings = {cell for step in request.options for cell in step.cells}
    board = request.position.variant.board
    # The stack is chosen first; a direction, which may be chosen after it, has a cell too.
    for origin in islice(_chosen(request.position, request.draft), 1):
        for ray in _rays(board, origin):
            reached = [number for number, cell in enumerate(ray, 1) if cell in landings]
            if reached:
                for number in reached:
                    move_marks.mark(ray[number - 1], Mark(MarkKind.DISTANCE, str(number)))
                move_marks.arrows.append(Arrow(origin, ray[max(reached) - 1], plain=True))


def _rays(board: Board, origin: game.Cell) -> Iterator[tuple[game.Cell, ...]]:
    """The cells met from ``origin`` in each direction."""
    for ray in board.rays[board.index[origin]]:
        yield tuple(board.names[cell] for cell in ray)


@dataclass(frozen=True, slots=True)
class _Way:
    """What a move does in one go: where it ends, and the legs that lead there from ``start``.

    ``is_new`` says that a new piece comes there. Parts of a stack that slide in a line come down at
    the ``stops`` before the last.
    """

    ends: tuple[game.Cell, ...]
    start: game.Cell | None = None
    is_new: bool = False
    legs: tuple[tuple[game.Cell, game.Cell], ...] = ()
    stops: tuple[game.Cell, ...] = ()

    @property
    def is_path(self) -> bool:
        """Whether one piece goes on from where it touched down."""
        return len(self.legs) > len(self.ends)


def mark_suggestions(request: PictureRequest, move_marks: MoveMarks) -> None:
    """Add the letters of the moves where they end, frames where they begin, and arrows to there.

    What several moves do alike is drawn once, with all their letters. The first move is the best:
    its path is drawn like that of a last move, and only letters tell those of others. Arrows of all
    but the first are dashed. Moves that do not all begin in one place have their letters there too,
    unless nothing else can lead to where they end. What a move brings besides what it moves has a
    plus.
    """
    pieces = request.position.pieces()
    moves = [[*_ways(events, pieces)] for events in request.suggested]
    letters: dict[game.Cell, list[str]] = {}
    starts: dict[game.Cell, list[str]] = {}
    for letter, ways in zip(ascii_uppercase, moves, strict=False):
        others = [way for other in moves if other is not ways for way in other]
        for cell in dict.fromkeys(way.start for way in ways if way.start is not None):
            starts.setdefault(cell, []).append(letter)
        for cell in dict.fromkeys(cell for way in ways for cell in _lettered(way, others)):
            letters.setdefault(cell, []).append(letter)
    for cell, told in letters.items():
        move_marks.mark(cell, Mark(MarkKind.OPTION, " ".join(told)))
    _mark_done(request.suggested, moves, move_marks)
    for cell in (cell for ways in moves for way in ways for cell in way.stops):
        move_marks.mark(cell, Mark(MarkKind.PART))
    for cell in (way.ends[0] for ways in moves if len(ways) > 1 for way in ways if way.is_new):
        move_marks.mark(cell, Mark(MarkKind.ADDED))
    _mark_starts(moves, starts, letters, move_marks)
    _lay_arrows(moves, move_marks)


def _mark_done(
    suggested: Sequence[Sequence[game.Event]],
    moves: Sequence[Sequence[_Way]],
    move_marks: MoveMarks,
) -> None:
    """Add what happens to pieces where moves end, and on the way of the first, as after a move."""
    for rank, (events, ways) in enumerate(zip(suggested, moves, strict=True)):
        ends = {cell for way in ways for cell in way.ends}
        for event in events:
            match event:
                case game.Moved() if not rank:
                    move_marks.touch_down(event)
                case game.Captured() if not rank or event.cell in ends:
                    move_marks.add(event)
                case game.Swapped():
                    move_marks.mark(event.origin, Mark(MarkKind.SWAPPED))


def _mark_starts(
    moves: Sequence[Sequence[_Way]],
    starts: Mapping[game.Cell, Sequence[str]],
    letters: Mapping[game.Cell, Sequence[str]],
    move_marks: MoveMarks,
) -> None:
    """Frame where moves begin, and add their letters where that is not plain."""
    board = move_marks.board
    for cell, begun in starts.items():
        move_marks.mark(cell, Mark(MarkKind.START))
        ends = {end for ways in moves for way in ways if way.start == cell for end in way.ends}
        plain = all(
            [other for other in starts if _adjoin(board, other, end)] == [cell] for end in ends
        )
        told = [each for each in begun if each not in letters.get(cell, ())]
        if told and len(starts) > 1 and not plain:
            move_marks.mark(cell, Mark(MarkKind.BEGINS, " ".join(told)))


def _adjoin(board: Board, one: game.Cell, other: game.Cell) -> bool:
    return bool(board.neighbours[board.index[one]] >> board.index[other] & 1)


def _lay_arrows(moves: Sequence[Sequence[_Way]], move_marks: MoveMarks) -> None:
    """Add the arrows of moves, each once, over the names of bare cells on their way."""
    board, arrows = move_marks.board, dict[Arrow, bool]()
    for rank, ways in enumerate(moves):
        for way in ways:
            for leg in () if rank and way.is_path else way.legs:
                arrows.setdefault(Arrow(*leg, suggested=True), rank > 0)
    for arrow, dashed in sorted(arrows.items(), key=lambda each: each[1], reverse=True):
        for cell in {*between(board, arrow.start, arrow.end)} - move_marks.pieces.keys():
            move_marks.mark(cell, Mark(MarkKind.COVERED))
        move_marks.arrows.append(replace(arrow, dashed=dashed))


def _lettered(way: _Way, others: Sequence[_Way]) -> Iterator[game.Cell]:
    """Where a move's letter goes for ``way``, ``others`` being those of the other moves.

    It goes where a part comes down on the way only if another slide ends in the same place.
    """
    alike = [
        other.stops
        for other in others
        if (other.start, other.ends[-1:]) == (way.start, way.ends[-1:])
    ]
    yield from (stop for stop in way.stops if any(stop not in stops for stops in alike))
    yield from way.ends[-1:] if way.stops else way.ends


def between(board: Board, start: game.Cell, end: game.Cell) -> tuple[game.Cell, ...]:
    """The cells on a straight way before its end; none where it is not straight."""
    for ray in _rays(board, start):
        if end in ray:
            return ray[: ray.index(end)]
    return ()


def _ways(events: Sequence[game.Event], pieces: Mapping[game.Cell, game.Piece]) -> Iterator[_Way]:
    """What the player does in a move with these events, without what follows from it."""
    for event in events:
        match event:
            case game.Placed():
                yield _Way((event.cell,), is_new=True)
            case game.Removed():
                yield _Way((event.cell,))
            case game.Moved(origin=origin, path=path):
                yield _Way(path[-1:], origin, legs=tuple(pairwise((origin, *path))))
            case game.Split(origin=origin, parts=parts):
                ends = tuple(cell for cell, _ in parts)
                in_line = event.direction is not None
                legs = tuple((origin, end) for end in (ends[-1:] if in_line else ends))
                yield _Way(ends, origin, legs=legs, stops=ends[:-1] if in_line else ())
            case game.Elected(colour=colour):
                yield _Way(tuple(cell for cell, piece in pieces.items() if piece.colour == colour))
            case _:
                pass
