"""What a move lacks beside a better one, where a number is asked for."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game import Cell, Colour, CutOff, Move, Moved, Placed, Position
from rules.texts import Counted, Text


@dataclass(frozen=True, slots=True)
class Pair:
    """A move in a position and a ``worse`` one, which differ in the pieces of a ``colour``."""

    position: Position
    move: Move
    worse: Move
    colour: Colour

    @property
    def other(self) -> Text:
        """The side whose pieces are not in question."""
        return self.position.info.sides[1 - self.colour]

    def boards(self) -> tuple[Position, Position, Position]:
        """The position, and those after the move and after the worse one."""
        return self.position, self.position.after(self.move), self.position.after(self.worse)

    def counting(self) -> tuple[dict[Cell, int], dict[Cell, int], dict[Cell, int]]:
        """What counts on each of these boards."""
        before, good, bad = (counting(each, self.colour) for each in self.boards())
        return before, good, bad


def detaching(pair: Pair) -> Iterator[Text]:
    """Moves of stones that can detach after the worse move only."""
    could, well, ill = pair.counting()
    more = [cell for cell in ill if cell not in well]
    for cell in sorted(more, key=lambda each: each not in could):
        moves = pair.boards()[2].moves()
        how = next(each for each in moves if str(each).startswith(f"{cell}>"))
        yield _POSSIBLE.of(move=f"`{how.written}`")


def idling(pair: Pair) -> Iterator[Text]:
    """Stones that cannot detach after the worse move: those that can after the other first."""
    before, _, bad = (own(each, pair.colour) for each in pair.boards())
    _, well, ill = pair.counting()
    idle = [cell for cell in bad if cell not in ill]
    could = [cell for cell in idle if cell in well]
    came = [cell for cell in idle if cell not in before]
    yield from (_CANNOT.of(cell=each) for each in (*could, *came))


def still_counting(pair: Pair) -> Iterator[Text]:
    """Pieces that go on counting after the worse move: those that still stand first."""
    was, well, ill = pair.counting()
    stand = own(pair.boards()[1], pair.colour)
    left = [cell for cell, number in ill.items() if cell not in well and was.get(cell) == number]
    alone = [each for each in left if each in stand]
    yield from (_STILL_TOUCHES.of(cell=each, side=pair.other) for each in alone)
    yield from (_STILL_COUNTS.of(cell=each, number=ill[each]) for each in left)


def uncounted(pair: Pair) -> Iterator[Text]:
    """Pieces that touch no enemy after the worse move; then, that the one it moved counts less."""
    was, well, ill = pair.counting()
    stand = own(pair.boards()[2], pair.colour)
    alone = [each for each in stand if each not in ill and (each in well or each in was)]
    yield from (_NONE.of(cell=each, side=pair.other) for each in alone)
    end, other = (_landing(pair.position, each) for each in (pair.worse, pair.move))
    if end in ill and ill[end] < well.get(other, 0):
        low = _STACK_COUNTS if ill[end] > 1 else _STONE_COUNTS
        yield low.of(cell=end, number=ill[end])


def _landing(position: Position, move: Move) -> Cell:
    """Where a piece comes to stand by a move; nowhere by a pass."""
    for event in position.events(move):
        if isinstance(event, Moved):
            return event.path[-1]
        if isinstance(event, Placed):
            return event.cell
    return ""


def cutting_off(pair: Pair) -> Iterator[Text]:
    """How many tiles the worse move cuts off."""
    cut = (e for e in pair.position.events(pair.worse) if isinstance(e, CutOff))
    number = sum(piece.colour == pair.colour for each in cut for _, piece in each.pieces)
    yield (_CUTS if number else _CUTS_NONE).of(number=number)


def own(position: Position, colour: Colour) -> list[Cell]:
    """The cells of a colour's pieces."""
    return [cell for cell, piece in position.pieces().items() if piece.colour == colour]


def counting(position: Position, colour: Colour) -> dict[Cell, int]:
    """The height of each of a colour's pieces that can move and count."""
    lens = position.lens()
    idle = {*lens.stuck, *(each.cell for each in lens.spots if each.faint)} if lens else set()
    pieces = position.pieces()
    return {cell: pieces[cell].height for cell in own(position, colour) if cell not in idle}


_POSSIBLE = Text("But then {move} is possible.")
_CANNOT = Text("But {cell} then cannot detach.")
_STILL_TOUCHES = Text("But {cell} still touches {side}.")
_STILL_COUNTS = Text("But {cell} still counts {number}.")
_NONE = Text("But {cell} then touches no piece of {side}.")
_STACK_COUNTS = Text("Your stack on {cell} then counts only {number}.")
_STONE_COUNTS = Text("Your stone on {cell} then counts only {number}.")
_CUTS_NONE = Text("It cuts off none of your tiles.")
_CUTS = Counted(
    "It cuts off only {number} of your tiles.", "It cuts off only {number} of your tiles."
)
