"""What of a right move the next best one lacks, where a puzzle asks for a number."""

import re
from collections.abc import Iterator

from rules.game import Cell, Colour, Move, Position, Removed
from rules.puzzles.goals import GoalKind
from rules.puzzles.puzzle import Puzzle
from rules.texts import Text, in_a_row

CELL = re.compile("[a-z]+[0-9]+")
"""A cell in a move as it is written."""


def nearness(move: Move, other: Move) -> int:
    """How many cells two moves have in common."""
    one, two = ({*CELL.findall(str(each))} for each in (move, other))
    return len(one & two)


def lacking(puzzle: Puzzle, right: Move, wrong: Move, colour: Colour) -> Text | None:
    """The first piece of a ``colour`` that makes a wrong move bring less than a right one."""
    position, is_most = puzzle.position, puzzle.goal.kind is GoalKind.MOST
    ends = position.after(right), position.after(wrong)
    if puzzle.game == "halves":
        gone = {each.cell for each in position.events(right) if isinstance(each, Removed)}
        kept = counting(ends[1], colour).keys() - counting(ends[0], colour).keys()
        return _LEAVES.of(cells=in_a_row(sorted(kept - gone or kept)))
    find = {
        ("detach", False): _detaching,
        ("detach", True): _stuck,
        ("abande", False): _counted,
        ("abande", True): _idle,
    }.get((puzzle.game, is_most))
    return next(find(position, *ends, colour), None) if find else None


def _detaching(before: Position, good: Position, bad: Position, colour: Colour) -> Iterator[Text]:
    """Moves of stones that can detach after a wrong move, but not after the right one."""
    could = counting(before, colour)
    more = [cell for cell in counting(bad, colour) if cell not in counting(good, colour)]
    for cell in sorted(more, key=lambda each: each not in could):
        how = next(each for each in bad.moves() if str(each).startswith(f"{cell}>"))
        yield _POSSIBLE.of(move=f"`{how.written}`")


def _stuck(before: Position, good: Position, bad: Position, colour: Colour) -> Iterator[Text]:
    """Stones that cannot detach after a wrong move: those that can after the right one first."""
    idle = [cell for cell in _own(bad, colour) if cell not in counting(bad, colour)]
    could = [cell for cell in idle if cell in counting(good, colour)]
    came = [cell for cell in idle if cell not in _own(before, colour)]
    yield from (_CANNOT.of(cell=each) for each in (*could, *came))


def _counted(before: Position, good: Position, bad: Position, colour: Colour) -> Iterator[Text]:
    """Pieces that go on counting after a wrong move: those that still stand first."""
    was, well, ill = (counting(each, colour) for each in (before, good, bad))
    left = [cell for cell, number in ill.items() if cell not in well and was.get(cell) == number]
    alone, side = [each for each in left if each in _own(good, colour)], _other(before, colour)
    yield from (_STILL_TOUCHES.of(cell=each, side=side) for each in alone)
    yield from (_STILL_COUNTS.of(cell=each, number=ill[each]) for each in left)


def _idle(before: Position, good: Position, bad: Position, colour: Colour) -> Iterator[Text]:
    """Pieces that do not count after a wrong move: those that touch no enemy first."""
    was, well, ill = (counting(each, colour) for each in (before, good, bad))
    alone, side = [each for each in _own(bad, colour) if each not in ill], _other(before, colour)
    yield from (_NONE.of(cell=each, side=side) for each in alone if each in well or each in was)
    held = [each for each in well if each in bad.pieces() and each not in _own(bad, colour)]
    yield from (_KEEPS.of(cell=each, side=side) for each in held)


def _own(position: Position, colour: Colour) -> list[Cell]:
    return [cell for cell, piece in position.pieces().items() if piece.colour == colour]


def _other(position: Position, colour: Colour) -> Text:
    return position.info.sides[1 - colour]


def counting(position: Position, colour: Colour) -> dict[Cell, int]:
    """The height of each of a colour's pieces that can move and count."""
    lens = position.lens()
    idle = {*lens.stuck, *(each.cell for each in lens.spots if each.faint)} if lens else set()
    return {
        cell: piece.height
        for cell, piece in position.pieces().items()
        if piece.colour == colour and cell not in idle
    }


_POSSIBLE = Text("But then {move} is possible.")
_CANNOT = Text("But {cell} then cannot detach.")
_STILL_TOUCHES = Text("But {cell} still touches {side}.")
_STILL_COUNTS = Text("But {cell} still counts {number}.")
_NONE = Text("But {cell} then touches no piece of {side}.")
_KEEPS = Text("But {side} keeps {cell}.")
_LEAVES = Text("It leaves {cells}.")
