"""A position of Hex: whose stones stand where, and what can be done next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules import game
from rules.completion import suggesting
from rules.duel import Duel
from rules.errors import not_offered
from rules.geometry.cellset import cells_in, shortest_chain
from rules.lens import Lens
from rules.texts import Counted, Text, sentences
from rules.words import Notation, read_words
from tests.kit.toy_game.info import BOARD, GOALS, INFO, SIDES
from tests.kit.toy_game.lens import lens_of

_WHOLE = (1 << len(BOARD.names)) - 1
_WORD = re.compile(r"[a-z][0-9]{1,3}(?![0-9])", re.IGNORECASE | re.ASCII)
_TOLD = Text("A move names the empty hex where your stone goes.")
_NOTATION = Notation(INFO.name, _TOLD, _WORD, 1)


@dataclass(frozen=True, slots=True)
class Stone(game.Move):
    """A stone put on ``cell``."""

    cell: int

    def __str__(self) -> str:
        return BOARD.names[self.cell]


@dataclass(frozen=True, slots=True)
class HexPosition(Duel):
    """The stones of each seat as sets of cells."""

    stones: tuple[int, int] = (0, 0)
    info = INFO

    @property
    def variant(self) -> game.Variant:
        return INFO.variants[0]

    @property
    def to_move(self) -> game.Seat | None:
        return None if self.outcome else self.ply % 2

    @property
    def outcome(self) -> game.Outcome | None:
        if self.left is not None:
            return game.Outcome.of_duel(1 - self.left, game.Reason.LEFT)
        for seat in (0, 1):
            if self._chain(seat):
                return game.Outcome.of_duel(seat, game.Reason.GOAL)
        return None

    def steps(self, taken: Sequence[str] = ()) -> game.StepMenu:
        cells = self._taken(taken)
        if cells:
            return game.StepMenu("", (), Stone(cells[0]))
        options = tuple(game.Step.on(name, game.StepKind.CELL) for name in self._offered())
        return game.StepMenu(Text("Where does your stone go?"), options)

    def moves(self) -> Iterator[game.Move]:
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
        self.check_running(text)
        (word,) = _NOTATION.read_all(text)
        cell = word.cell_on(BOARD)
        if not self._empty() >> cell & 1:
            message = Text(
                "{cell} holds a stone of {side}.", cell=word.text, side=self._stone_on(cell)
            )
            raise word.illegal("occupied", message)
        return Stone(cell)

    def legal(self, move: game.Move | str) -> Stone:
        if isinstance(move, Stone) and self._empty() >> move.cell & 1:
            return move
        return self.parse(str(move))

    def after(self, move: game.Move) -> HexPosition:
        assert isinstance(move, Stone)
        placed = 1 << move.cell
        white, black = self.stones
        stones = (white, black | placed) if self.ply % 2 else (white | placed, black)
        return HexPosition(stones, ply=self.ply + 1)

    def events(self, move: game.Move) -> tuple[game.Event, ...]:
        legal, seat = self.legal(move), self.ply % 2
        chain = BOARD.named(self.after(legal)._chain(seat))
        placed = game.Placed(seat, BOARD.names[legal.cell])
        return (placed, game.Connected(seat, chain)) if chain else (placed,)

    def describe(self, move: game.Move) -> Text:
        legal, seat = self.legal(move), self.ply % 2
        placed = Text("{side} places a stone on {cell}.", side=SIDES[seat], cell=str(legal))
        joins = Text("{side} joins two sides.", side=SIDES[seat])
        return sentences(placed, joins if self.after(legal)._chain(seat) else None)

    def pieces(self) -> Mapping[game.Cell, game.Piece]:
        white, black = self.stones
        return {
            BOARD.names[cell]: game.Piece(0 if white >> cell & 1 else 1)
            for cell in cells_in(white | black)
        }

    def facts(self) -> tuple[game.Fact, ...]:
        empty = len(self._offered())
        return (game.Fact(None, Counted("{number} empty hex", "{number} empty hexes", empty)),)

    def lens(self) -> Lens:
        return lens_of(self.stones)

    def encode(self) -> str:
        white, black = (",".join(BOARD.named(cells_in(stones))) for stones in self.stones)
        left = "" if self.left is None else f" left:{self.left}"
        return f"{self.variant.id} white:{white} black:{black}{left}"

    def _chain(self, seat: game.Seat) -> tuple[int, ...]:
        """The stones that join the sides of ``seat``, or none."""
        start, goal = GOALS[seat]
        return shortest_chain(start, goal, self.stones[seat], BOARD.neighbours)

    def _empty(self) -> int:
        """Where a stone may go; nowhere when the game is over."""
        return 0 if self.outcome else _WHOLE & ~(self.stones[0] | self.stones[1])

    def _offered(self) -> tuple[str, ...]:
        return BOARD.named(cells_in(self._empty()))

    def _stone_on(self, cell: int) -> Text:
        return SIDES[0 if self.stones[0] >> cell & 1 else 1]

    def _taken(self, taken: Sequence[str]) -> list[int]:
        self.check_running(" ".join(taken))
        for number, text in enumerate(taken):
            if number or text not in self._offered():
                raise not_offered(text, self._offered())
        return [BOARD.index[text] for text in taken]
