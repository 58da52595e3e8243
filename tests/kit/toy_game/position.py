"""A position of Hex: whose stones stand where, and what can be done next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.completion import suggesting
from rules.errors import IllegalMove, NotationError
from rules.game import (
    Cell,
    Colour,
    Connected,
    Event,
    Fact,
    GameInfo,
    Move,
    Outcome,
    Piece,
    Placed,
    Position,
    Reason,
    Seat,
    Step,
    StepKind,
    StepMenu,
    Variant,
)
from rules.geometry.cellset import cells_in, shortest_chain
from rules.words import Notation, read_words
from tests.kit.toy_game.info import BOARD, COLOURS, GOALS, INFO

_WHOLE = (1 << len(BOARD.names)) - 1
_WORD = re.compile(r"[a-z][0-9]{1,3}(?![0-9])", re.IGNORECASE | re.ASCII)
_NOTATION = Notation(INFO.name, "hex", "the empty hex where your stone goes", _WORD, 1)


@dataclass(frozen=True, slots=True)
class Stone(Move):
    """A stone put on ``cell``."""

    cell: int

    def __str__(self) -> str:
        return BOARD.names[self.cell]


@dataclass(frozen=True, slots=True)
class HexPosition(Position):
    """The stones of each seat as sets of cells, and who gave up."""

    stones: tuple[int, int] = (0, 0)
    left: Seat | None = None

    @property
    def info(self) -> GameInfo:
        return INFO

    @property
    def variant(self) -> Variant:
        return INFO.variants[0]

    @property
    def ply(self) -> int:
        return sum(stones.bit_count() for stones in self.stones)

    @property
    def to_move(self) -> Seat | None:
        return None if self.outcome else self.ply % 2

    @property
    def outcome(self) -> Outcome | None:
        if self.left is not None:
            return Outcome(((1 - self.left,), (self.left,)), Reason.LEFT)
        for seat in (0, 1):
            if self._chain(seat):
                return Outcome(((seat,), (1 - seat,)), Reason.GOAL)
        return None

    def steps(self, taken: Sequence[str] = ()) -> StepMenu:
        cells = self._taken(taken)
        if cells:
            return StepMenu("", (), Stone(cells[0]))
        options = tuple(Step(name, StepKind.CELL, name, (name,)) for name in self._offered())
        return StepMenu("Where does your stone go?", options)

    def moves(self) -> Iterator[Move]:
        return map(Stone, cells_in(self._empty()))

    def read(self, text: str) -> tuple[tuple[str, ...], str]:
        words, rest = read_words(text, _WORD, 1)
        if words and words[0].text not in self._offered():
            return (), text[words[0].span[0] :]
        return tuple(word.text for word in words), text[rest:]

    def draft(self, taken: Sequence[str]) -> str:
        return "".join(BOARD.names[cell] for cell in self._taken(taken))

    @suggesting
    def parse(self, text: str) -> Stone:
        self._check_running(text)
        (word,) = _NOTATION.read_all(text)
        cell = BOARD.index.get(word.text)
        if cell is None:
            message = BOARD.no_cell(word.text)
            raise NotationError("no_such_cell", message, text=text, span=word.span)
        if not self._empty() >> cell & 1:
            message = f"{word.text} already holds a {self._stone_on(cell)} stone"
            raise IllegalMove("occupied", message, text=text, span=word.span)
        return Stone(cell)

    def legal(self, move: Move | str) -> Stone:
        if isinstance(move, Stone) and self._empty() >> move.cell & 1:
            return move
        return self.parse(str(move))

    def after(self, move: Move) -> HexPosition:
        assert isinstance(move, Stone)
        placed = 1 << move.cell
        white, black = self.stones
        seat = self.ply % 2
        return HexPosition((white, black | placed) if seat else (white | placed, black))

    def events(self, move: Move) -> tuple[Event, ...]:
        legal, seat = self.legal(move), self.ply % 2
        chain = tuple(BOARD.names[cell] for cell in self.after(legal)._chain(seat))
        placed = Placed(seat, BOARD.names[legal.cell])
        return (placed, Connected(seat, chain)) if chain else (placed,)

    def describe(self, move: Move) -> str:
        legal, seat = self.legal(move), self.ply % 2
        ending = " and joins two sides" if self.after(legal)._chain(seat) else ""
        return f"{COLOURS[seat]} places a stone on {legal}{ending}."

    def pieces(self) -> Mapping[Cell, Piece]:
        white, black = self.stones
        return {
            BOARD.names[cell]: Piece(0 if white >> cell & 1 else 1)
            for cell in cells_in(white | black)
        }

    def colour_of(self, seat: Seat) -> Colour:
        return seat

    def facts(self) -> tuple[Fact, ...]:
        empty = len(self._offered())
        return (Fact(None, f"empty {'hex' if empty == 1 else 'hexes'}", str(empty)),)

    def leave(self, seat: Seat) -> HexPosition:
        if seat not in (0, 1) or self.outcome is not None:
            raise ValueError(f"seat {seat} has no place in this match to give up")
        return replace(self, left=seat)

    def encode(self) -> str:
        white, black = (
            ",".join(BOARD.names[cell] for cell in cells_in(stones)) for stones in self.stones
        )
        left = "" if self.left is None else f" left:{self.left}"
        return f"{self.variant.id} white:{white} black:{black}{left}"

    def _chain(self, seat: Seat) -> tuple[int, ...]:
        """The stones that join the sides of ``seat``, or none."""
        start, goal = GOALS[seat]
        return shortest_chain(start, goal, self.stones[seat], BOARD.neighbours)

    def _empty(self) -> int:
        """Where a stone may go; nowhere when the game is over."""
        return 0 if self.outcome else _WHOLE & ~(self.stones[0] | self.stones[1])

    def _offered(self) -> tuple[str, ...]:
        return tuple(BOARD.names[cell] for cell in cells_in(self._empty()))

    def _stone_on(self, cell: int) -> str:
        return COLOURS[0 if self.stones[0] >> cell & 1 else 1].lower()

    def _check_running(self, text: str) -> None:
        if self.outcome is not None:
            raise IllegalMove("game_over", "the game is over", text=text)

    def _taken(self, taken: Sequence[str]) -> list[int]:
        self._check_running(" ".join(taken))
        for number, text in enumerate(taken):
            if number or text not in self._offered():
                message = f"{text} cannot be chosen here"
                raise IllegalMove("not_offered", message, text=text, hints=self._offered()[:3])
        return [BOARD.index[text] for text in taken]
