"""The interface that every game keeps: facts in a Game, play in immutable Positions.

A position answers what can be done next in two ways that walk the same code: ``steps`` for people
who choose part by part, ``parse`` for people who type. Neither lists whole moves.
"""

from __future__ import annotations

import abc
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Self, TypeAlias

from rules.errors import IllegalMove
from rules.geometry.board import Board
from rules.lens import Lens
from rules.texts import Text, Words
from rules.verdict import Verdict

Seat: TypeAlias = int
"""A place at the table, counted from 0 in turn order."""

Colour: TypeAlias = int
"""An index into ``GameInfo.colours``. Seat and colour differ only where a rule swaps them."""

Cell: TypeAlias = str
"""A cell's name, a letter and a number: ``d4`` on a board, ``m50`` on the open field."""


class Reason(StrEnum):
    """Why a game is over."""

    NO_MOVE = "no_move"
    EMPTIED = "emptied"
    ISOLATED = "isolated"
    SCORE = "score"
    CONNECTED = "connected"
    GOAL = "goal"  # any other goal, which the game's endings put in words
    REPETITION = "repetition"
    PLY_LIMIT = "ply_limit"
    LEFT = "left"


class Shape(StrEnum):
    """How a game's pieces look."""

    STONE = "stone"  # round
    STACK = "stack"  # flat discs of one colour with their number on top
    PILE = "pile"  # flat discs, each in its own colour
    TILE = "tile"  # fills its cell


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play a game. ``seeded`` ones need a seed at the start, which the record keeps.

    ``goal`` says what wins where the game's own sentence would be wrong for this way.
    """

    id: str
    name: Text
    seats: int
    board: Board
    seeded: bool = False
    goal: Text | None = None


class StepKind(StrEnum):
    """What a step chooses."""

    PIECE = "piece"
    CELL = "cell"
    LANDING = "landing"
    DIRECTION = "direction"
    SPLIT = "split"
    SUBSET = "subset"
    COLOUR = "colour"
    PASS = "pass"


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts about a game. The first variant is the default; ``version`` grows with every rule fix.

    ``draws`` says whether the game can end in a draw. ``sides`` are the names of the colours, in
    the order of the seats that start with them. ``goal`` says in a line what wins, and ``turns``
    about how often each player moves in a match between beginners. ``hints`` say what somebody new
    should know for a step of each kind; ``endings`` how the game ends for each reason but points.
    ``balance`` is a sentence about sides that are not alike; None where players of one strength win
    about as often with each. ``lens`` names what the game's lens shows (see ``rules.lens``); None
    in a game without one. Newcomers begin with one that is ``introductory``.
    """

    id: str
    name: str
    designer: str
    year: int
    variants: tuple[Variant, ...]
    sides: tuple[Text, ...]
    draws: bool
    goal: Text
    turns: int
    shape: Shape
    endings: Mapping[Reason, Verdict] = field(hash=False)
    hints: Mapping[StepKind, Text] = field(default_factory=dict, hash=False)
    balance: Text | None = None
    lens: Text | None = None
    introductory: bool = False
    version: int = 1

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours by the names that programs have for them."""
        return tuple(map(str, self.sides))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result: groups of seats, best first. Everybody in one group is a draw."""

    ranking: tuple[tuple[Seat, ...], ...]
    reason: Reason
    scores: tuple[int, ...] | None = None

    @classmethod
    def of_duel(cls, winner: Seat, reason: Reason, scores: tuple[int, ...] | None = None) -> Self:
        """That of two seats ``winner`` has won."""
        return cls(((winner,), (1 - winner,)), reason, scores)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won; empty when the game is drawn."""
        return self.ranking[0] if len(self.ranking) > 1 else ()


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a cell. ``stack`` gives each stone's colour, bottom to top, where it matters.

    ``colour`` is None for tiles that belong to nobody any more.
    """

    colour: Colour | None
    height: int = 1
    stack: tuple[Colour, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """A number worth showing beside the board: ``16 in reserve``. None is everybody's.

    One that is ``dull`` is left out where there is little room.
    """

    colour: Colour | None
    text: Text
    dull: bool = False

    def __str__(self) -> str:
        return str(self.text)


class Move(abc.ABC):
    """A legal turn. Subclasses are frozen values; ``str`` gives the notation of records."""

    __slots__ = ()

    @abc.abstractmethod
    def __str__(self) -> str: ...

    @property
    def written(self) -> str:
        """The move as people type it: ``str``'s text, save where records keep other names."""
        return str(self)


@dataclass(frozen=True, slots=True)
class Step:
    """One choice on the way to a move.

    ``text`` is unique in its menu and is what ``steps`` takes back; ``label`` says it in a few
    words for a button; ``cells`` are where to mark it on the board (the first is the main one).
    ``way`` is its direction, which then fills the place ``{way}`` of its label.
    """

    text: str
    kind: StepKind
    label: Words
    cells: tuple[Cell, ...] = ()
    way: str = ""

    @classmethod
    def on(cls, cell: Cell, kind: StepKind, label: Words = "") -> Self:
        """One that chooses ``cell``, by whose name it goes."""
        return cls(cell, kind, label or cell, (cell,))


@dataclass(frozen=True, slots=True)
class StepMenu:
    """What can come next: ``prompt`` asks for it, and ``complete`` is the move if it may end here.

    ``selective`` says that there are more ways than the options, to be found step by step.
    """

    prompt: Words
    options: tuple[Step, ...]
    complete: Move | None = None
    selective: bool = False


@dataclass(frozen=True, slots=True)
class Drafted:
    """The board while a move is put together: what stands where, and what its steps have done."""

    pieces: Mapping[Cell, Piece]
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece came from outside onto a cell."""

    colour: Colour
    cell: Cell
    height: int = 1


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece went from ``origin`` over the landings in ``path``, staying on the last."""

    colour: Colour
    origin: Cell
    path: tuple[Cell, ...]
    height: int = 1


@dataclass(frozen=True, slots=True)
class Split:
    """A piece left ``origin`` as several (landing, height), in one ``direction`` nearest first."""

    colour: Colour
    origin: Cell
    parts: tuple[tuple[Cell, int], ...]
    direction: str | None = None


@dataclass(frozen=True, slots=True)
class Captured:
    """A piece was taken off the board by the mover."""

    colour: Colour
    cell: Cell


@dataclass(frozen=True, slots=True)
class Swapped:
    """An enemy piece was sent from ``origin`` to ``landing``, the cell the mover came from."""

    colour: Colour
    origin: Cell
    landing: Cell


@dataclass(frozen=True, slots=True)
class Flipped:
    """A stack of ``height`` on ``cell`` now shows ``colour``."""

    colour: Colour
    cell: Cell
    height: int


@dataclass(frozen=True, slots=True)
class Removed:
    """The mover took a piece of their own off the board."""

    colour: Colour
    cell: Cell


@dataclass(frozen=True, slots=True)
class CutOff:
    """Pieces left the board because the rules removed them together, as (cell, piece)."""

    pieces: tuple[tuple[Cell, Piece], ...]


@dataclass(frozen=True, slots=True)
class Elected:
    """``seat`` chose to play ``colour``, exchanging with its holder where it was another's."""

    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class Passed:
    """``seat`` passed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Connected:
    """The chain of cells that won."""

    colour: Colour
    cells: tuple[Cell, ...]


Event: TypeAlias = (
    Placed
    | Moved
    | Split
    | Captured
    | Swapped
    | Flipped
    | Removed
    | CutOff
    | Elected
    | Passed
    | Connected
)
"""What a move did, for pictures and for words."""


class Position(abc.ABC):
    """An immutable state of play. Equal positions compare and hash equal."""

    __slots__ = ()

    info: ClassVar[GameInfo]

    @property
    @abc.abstractmethod
    def variant(self) -> Variant: ...

    @property
    @abc.abstractmethod
    def ply(self) -> int:
        """How many moves have been made; 0 at the start."""

    @property
    @abc.abstractmethod
    def to_move(self) -> Seat | None:
        """The seat whose turn it is, or None when the game is over."""

    @property
    @abc.abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""

    @abc.abstractmethod
    def steps(self, taken: Sequence[str] = ()) -> StepMenu:
        """The choices that follow the step texts ``taken``, each leading to a legal move.

        Raises IllegalMove when ``taken`` itself cannot be taken, or the game is over.
        """

    def joined(self, taken: Sequence[str] = ()) -> StepMenu | None:
        """One question in place of several that follow ``taken``; None to ask one by one.

        An option's text is that of all its steps, parted by spaces; its ``cells`` tell it from the
        others. Where more can follow, choosing the option ends the move there.
        """
        del taken
        return None

    @abc.abstractmethod
    def moves(self) -> Iterator[Move]:
        """The legal moves, each once, lazily. Sorting their texts gives the canonical order."""

    @abc.abstractmethod
    def read(self, text: str) -> tuple[tuple[str, ...], str]:
        """Split typed text, liberally, into the step texts it takes and what remains unread.

        The remainder is the start of a next step, or whatever does not fit; never raises.
        """

    @abc.abstractmethod
    def draft(self, taken: Sequence[str]) -> str:
        """A move that begins with the step texts ``taken``, as ``Move.written`` puts it."""

    def drafted(self, taken: Sequence[str]) -> Drafted:
        """The board after the step texts ``taken``; raises what ``steps`` raises.

        Here only a whole move changes it; a game whose steps do so one by one says more.
        """
        complete = self.steps(taken).complete if taken else None
        if complete is None:
            return Drafted(self.pieces())
        return Drafted(self.after(complete).pieces(), self.events(complete))

    def strengths(self) -> Mapping[Cell, int]:
        """By cell what pieces count that cannot be seen of each alone, such as Detach's forces."""
        return {}

    @abc.abstractmethod
    def parse(self, text: str) -> Move:
        """The legal move that ``text`` means, read liberally.

        Raises NotationError, IllegalMove or AmbiguousMove, saying why.
        """

    @abc.abstractmethod
    def legal(self, move: Move | str) -> Move:
        """``move`` itself when it is legal here; its text read, or refused, when it is not.

        Raises MoveError.
        """

    @abc.abstractmethod
    def after(self, move: Move) -> Self:
        """The position after ``move``, which is legal here.

        Nothing is checked, so that searching is quick: any other move leads to nonsense.
        """

    def check_running(self, text: str = "") -> None:
        """Raise IllegalMove where the game is over; ``text`` is what was typed or chosen."""
        if self.to_move is None:
            raise IllegalMove("game_over", Text("The game is over."), text=text)

    def play(self, move: Move | str) -> Self:
        """The position after ``move``; raises MoveError when it is not legal here."""
        return self.after(self.legal(move))

    @abc.abstractmethod
    def events(self, move: Move) -> tuple[Event, ...]:
        """What ``move``, legal here, does, in play order."""

    @abc.abstractmethod
    def describe(self, move: Move) -> Text:
        """What ``move``, legal here, does, in a sentence or two: ``White moves d4 to d7.``"""

    @abc.abstractmethod
    def pieces(self) -> Mapping[Cell, Piece]:
        """What stands where, in canonical cell order."""

    @abc.abstractmethod
    def colour_of(self, seat: Seat) -> Colour:
        """The colour that ``seat`` plays now."""

    @abc.abstractmethod
    def facts(self) -> tuple[Fact, ...]:
        """The numbers worth showing beside the board; may be empty."""

    def stuck(self) -> Text | None:
        """Why whoever is to move can only pass or has lost, where the board alone does not tell."""
        return None

    def lens(self) -> Lens | None:
        """What matters for the goal as things stand; None in a game without a lens."""
        return None

    def changes(self, before: Self, colour: Colour) -> tuple[Text, ...]:
        """Why other pieces of a colour can move or count than in ``before``; none if it is so."""
        del before, colour
        return ()

    @abc.abstractmethod
    def leave(self, seat: Seat) -> Position:
        """The position after ``seat`` gave up its place; raises ValueError if it cannot.

        With two seats the other wins. With three the others play on and the seat is skipped.
        """

    @abc.abstractmethod
    def encode(self) -> str:
        """One readable line that ``Game.decode`` turns back into an equal position."""


class Game(abc.ABC):
    """A game's facts and its front door; ``package`` is the folder in which its rules text lies."""

    info: ClassVar[GameInfo]
    package: ClassVar[str]

    @abc.abstractmethod
    def start(self, variant: str | None = None, *, seed: int | None = None) -> Position:
        """The first position of a variant (the default one for None).

        Raises ValueError for an unknown variant, or a seed missing or given where none belongs.
        """

    @abc.abstractmethod
    def decode(self, text: str) -> Position:
        """The position that ``Position.encode`` wrote; raises PositionError."""

    def chosen(self, variant: str | None, seed: int | None) -> Variant:
        """The variant that ``start`` is asked for; raises what ``start`` raises."""
        name, variants = self.info.name, {each.id: each for each in self.info.variants}
        found = self.info.variants[0] if variant is None else variants.get(variant)
        if found is None:
            raise ValueError(f"{name} has no variant {variant}")
        if found.seeded != (seed is not None):
            raise ValueError(f"{name} starts {'with' if found.seeded else 'without'} a seed")
        return found
