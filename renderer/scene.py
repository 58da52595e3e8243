"""What a picture shows, in words of the board: no pixels, no colours but the players'."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from rules.game import Cell, Colour, Piece, Seat, Shape
from rules.geometry.board import Board


class Presence(Enum):
    """Whether a piece is where it is drawn."""

    STANDS = auto()
    MOVED = auto()  # it stands elsewhere now
    TAKEN = auto()  # it has left the board
    UNCOUNTED = auto()  # it lies there and counts no more
    DEPARTED = auto()  # it stood there earlier in the match


@dataclass(frozen=True, slots=True)
class Figure:
    """A piece: the colours of its parts, bottom to top, and how many parts there are.

    A stack has one colour whatever its height, which is 0 for a disc without a number. That is
    written ``number`` times its usual size.
    """

    shape: Shape
    colours: tuple[Colour | None, ...]
    height: int = 1
    presence: Presence = Presence.STANDS
    number: float = 1

    @property
    def top(self) -> Colour | None:
        """The colour it belongs to."""
        return self.colours[-1]

    @property
    def gone(self) -> bool:
        return self.presence not in (Presence.STANDS, Presence.UNCOUNTED)

    @property
    def numbered(self) -> bool:
        """Whether its height is written on it."""
        if self.gone or not self.height or not self.number:
            return False
        return self.shape in (Shape.STACK, Shape.PILE) and self.height > 1


def figure_of(shape: Shape, piece: Piece, presence: Presence = Presence.STANDS) -> Figure:
    """What ``piece`` of a game with pieces of ``shape`` looks like."""
    if shape is Shape.PILE and piece.stack:
        return Figure(shape, piece.stack, len(piece.stack), presence)
    return Figure(shape, (piece.colour,), piece.height, presence)


class MarkKind(Enum):
    """What a mark on a cell tells."""

    ORIGIN = auto()  # the last move began here, whatever stands here now
    LANDED = auto()  # it ended here, or chose what lies here
    PART = auto()  # a part of a stack landed here, and others went on
    ADDED = auto()  # it brought a new piece here
    VISITED = auto()  # it touched down here on the way
    CAPTURED = auto()  # it took a piece of ``colour`` here
    FLIPPED = auto()  # it turned a piece of ``colour`` over here
    SWAPPED = auto()  # holds one of two pieces that changed places, or a tile that changed hands
    REMOVED = auto()  # its own piece left the board from here
    CUT_OFF = auto()  # the rules took a piece from here
    DISTANCE = auto()  # a part of a stack may land here, ``text`` cells away
    OPTION = auto()  # may be chosen next; ``text`` is its number, or several with spaces between
    ZONE = auto()  # lies in a zone, tinted in turn by ``colour``; ``text`` is its letter
    STRENGTH = auto()  # holds a piece that counts ``text``
    TAKEN = auto()  # has been chosen
    CHAIN = auto()  # belongs to the winning chain, which goes on towards the angles in ``text``
    SIDE = auto()  # lies on a side that the chain reaches, outward at the angle in ``text``
    WON = auto()  # is why the match is won: a piece that stands alone, or the last that left
    STUCK = auto()  # is why it is lost: a piece that cannot move
    TOUCHING = auto()  # is not won yet: a piece that touches another of its colour
    COVERED = auto()  # has something over its name
    START = auto()  # a move that is suggested begins here
    BEGINS = auto()  # so do those whose letters are in ``text``, and others elsewhere
    NOTE = auto()  # carries ``text`` in an illustration


_HIGH = 4  # parts of a stack whose number has room above three letters
_BORDERS = {MarkKind.REMOVED, MarkKind.WON}
_SIGNS = {MarkKind.SWAPPED, MarkKind.REMOVED, MarkKind.CUT_OFF}


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to tell about a cell.

    What lies beside the cell's middle is ``aside`` so many degrees clockwise from the right.
    """

    kind: MarkKind
    text: str = ""
    colour: Colour | None = None
    aside: int = 30


@dataclass(frozen=True, slots=True)
class CellLook:
    """Everything on one cell. ``open`` cells are drawn though the board ends before them.

    What is marked is ``suggested`` if nothing of it has happened.
    """

    figure: Figure | None = None
    marks: tuple[Mark, ...] = ()
    open: bool = False
    suggested: bool = False

    def has(self, kind: MarkKind) -> bool:
        """Whether a mark of that kind is on it."""
        return any(mark.kind is kind for mark in self.marks)

    @property
    def offered(self) -> bool:
        """Whether an option's number is on it."""
        return any(mark.kind is MarkKind.OPTION and mark.text for mark in self.marks)

    @property
    def stop(self) -> bool:
        """Whether the number of a landing is on it."""
        return any(mark.kind is MarkKind.VISITED and mark.text for mark in self.marks)

    @property
    def signed(self) -> bool:
        """Whether a sign stands above the name of a tile."""
        return any(mark.kind in _SIGNS for mark in self.marks)

    @property
    def bordered(self) -> bool:
        """Whether a line runs along the border of the cell."""
        return any(mark.kind in _BORDERS for mark in self.marks)

    @property
    def crowded(self) -> bool:
        """Whether something lies beside the number of the piece, and moves it."""
        chosen = self.offered and not self.suggested
        return chosen or self.has(MarkKind.DISTANCE)

    @property
    def raised(self) -> bool:
        """Whether three letters lie below the number of a low stack."""
        low = self.figure is not None and self.figure.numbered and self.figure.height < _HIGH
        return low and self.suggested and any(len(mark.text.split()) > 2 for mark in self.marks)


BARE = CellLook()
"""A cell with nothing on it but its coordinate."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """The way a piece went.

    A ``plain`` one is a line that tells distances: nothing has gone along it yet. Along one that is
    ``suggested`` something might; it is ``dashed`` where something else is better.
    """

    start: Cell
    end: Cell
    plain: bool = False
    suggested: bool = False
    dashed: bool = False


class Sign(Enum):
    """How a match ended, where a panel shows it."""

    DRAWN = auto()
    RESIGNED = auto()
    TIMED_OUT = auto()
    DECIDED = auto()  # by managers
    WITHOUT = auto()  # a result


@dataclass(frozen=True, slots=True)
class Panel:
    """One colour's place in the header. ``strong`` says that it is its turn.

    ``seat`` is whose it is, ``winner`` says that it won, ``left`` that its player gave up. ``did``
    is what they did last where the board cannot show it, such as to pass, or the ``sign`` in words.
    """

    figure: Figure
    name: str
    facts: str
    seat: Seat = 0
    strong: bool = False
    winner: bool = False
    left: bool = False
    did: str = ""
    sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture. ``looks`` holds the cells that are not bare.

    ``shape`` is that of the game's pieces, ``colours`` are the names of theirs. Cells show their
    names if ``named``, else another ``axis`` of an open field may run across.

    ``result`` is how it ended, ``footer`` what happened last.
    """

    board: Board
    turned: bool
    looks: Mapping[Cell, CellLook]
    shape: Shape
    colours: tuple[str, ...]
    arrows: tuple[Arrow, ...] = ()
    panels: tuple[Panel, ...] = ()
    result: str = ""
    footer: str = ""
    named: bool = True
    axis: int = 0
