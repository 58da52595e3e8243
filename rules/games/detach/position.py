"""Detach (João Pedro Neto, 2025): a stone becomes two that travel as far as its group is large.

Which detachments a position allows is decided in ``detachment`` alone; menus, typed moves and
lists of moves all read that.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.completion import suggesting
from rules.errors import IllegalMove, NotationError
from rules.game import (
    Cell,
    Colour,
    Drafted,
    Event,
    Fact,
    GameInfo,
    Move,
    Outcome,
    Piece,
    Position,
    Reason,
    Seat,
    Split,
    Step,
    StepKind,
    StepMenu,
    Swapped,
    Variant,
)
from rules.games.detach.detachment import (
    Detachment,
    Reach,
    can_detach,
    force_of,
    reach_of,
    reaches,
)
from rules.games.detach.info import COLOURS, INFO, SIDES
from rules.games.detach.reasons import Reasons, stone
from rules.geometry.cellset import cells_in
from rules.geometry.hexboard import hex_board
from rules.words import Notation, Word, read_words

_VARIANTS = {SIDES[variant.id]: variant for variant in INFO.variants}
_WORD = re.compile(r"[a-z][0-9]{1,3}(?![0-9])(\s*[x\u00d7](?![a-z]))?", re.IGNORECASE | re.ASCII)
_PROMPTS = (
    "Which stone detaches?",
    "Where does its first stone land?",
    "Where does its second stone land?",
)
_TURN = len(_PROMPTS)
_LANDED = 2  # a stone and one landing
_TOLD = "a stone and the two hexes where its stones land"
_MARKED_BEFORE = re.compile(r"[x\u00d7]\s*([a-z][0-9]{1,2})(?![a-z0-9])", re.IGNORECASE | re.ASCII)
_NOTATION = Notation(INFO.name, "hex", _TOLD, _WORD, _TURN)
_HINTS = 3


@dataclass(frozen=True, slots=True)
class DetachPosition(Position):
    """A position of Detach: the stones of each seat as sets of cells."""

    side: int
    stones: tuple[int, int]
    plies: int = 0
    left: Seat | None = None

    @property
    def info(self) -> GameInfo:
        return INFO

    @property
    def variant(self) -> Variant:
        return _VARIANTS[self.side]

    @property
    def ply(self) -> int:
        return self.plies

    @property
    def to_move(self) -> Seat | None:
        return self.plies % 2 if self._is_running() else None

    @property
    def outcome(self) -> Outcome | None:
        if self.left is not None:
            return Outcome(((1 - self.left,), (self.left,)), Reason.LEFT)
        if self._is_running():
            return None
        loser = self.plies % 2
        return Outcome(((1 - loser,), (loser,)), Reason.NO_MOVE)

    def steps(self, taken: Sequence[str] = ()) -> StepMenu:
        cells = self._cells_taken(taken)
        if len(cells) == _TURN:
            return StepMenu("", (), self._detachment(cells))
        kind = StepKind.LANDING if cells else StepKind.PIECE
        options = tuple(
            Step(text, kind, self._label(text, cell, cells), (self._names[cell],))
            for text, cell in self._offered(cells).items()
        )
        return StepMenu(_PROMPTS[len(cells)], options)

    def joined(self, taken: Sequence[str] = ()) -> StepMenu | None:
        cells = self._cells_taken(taken)
        if len(cells) != 1:
            return None
        reach, offered = self._detachable()[cells[0]], self._offered(cells)
        options = tuple(
            Step(
                f"{first} {second}",
                StepKind.LANDING,
                f"{self._label(first, one, cells)} + {self._label(second, other, cells)}",
                (self._names[one], self._names[other]),
            )
            for (first, one), (second, other) in itertools.combinations(offered.items(), 2)
            if reach.allows(one, other)
        )
        return StepMenu("Where do its two stones land?", options)

    def moves(self) -> Iterator[Move]:
        side = self.side
        for origin, reach in self._detachable().items():
            for pair in itertools.combinations(reach.free, 2):
                yield Detachment(side, origin, pair)
            for swap in reach.swaps:
                for free in reach.free:
                    pair = (free, swap) if free < swap else (swap, free)
                    yield Detachment(side, origin, pair, swap)

    def read(self, text: str) -> tuple[tuple[str, ...], str]:
        steps: list[str] = []
        cells: list[int] = []
        words, rest = read_words(text, _WORD, _TURN)
        for word in words:
            name, marked = _name_and_mark(word)
            offered = self._offered(cells)
            step = f"{name}x" if marked or name not in offered else name
            if step not in offered:
                return tuple(steps), text[word.span[0] :]
            steps.append(step)
            cells.append(offered[step])
        return tuple(steps), text[rest:]

    def draft(self, taken: Sequence[str]) -> str:
        cells = self._cells_taken(taken)
        return str(self._detachment(cells)) if len(cells) == _TURN else ">".join(taken)

    def drafted(self, taken: Sequence[str]) -> Drafted:
        cells = self._cells_taken(taken)
        if len(cells) != _LANDED:
            return super(DetachPosition, self).drafted(taken)
        pieces, seat = dict(self.pieces()), self.plies % 2
        origin, landing = (self._names[cell] for cell in cells)
        events: tuple[Event, ...] = (Split(seat, origin, ((landing, 1),)),)
        del pieces[origin]
        if landing in pieces:
            pieces[origin] = pieces[landing]
            events = (*events, Swapped(1 - seat, landing, origin))
        pieces[landing] = Piece(seat)
        return Drafted(pieces, events)

    def strengths(self) -> Mapping[Cell, int]:
        return {
            self._names[cell]: force_of(self.side, stones, cell)
            for stones in self.stones
            for cell in cells_in(stones)
        }

    @suggesting
    def parse(self, text: str) -> Detachment:
        self._check_running(text)
        words = self._read_words(text)
        origin = self._read_origin(words[0], text)
        reach = reach_of(self.side, origin, *self._own_and_enemy())
        if not reach.suffices():
            landings = [self._read_cell(word, text) for word in words[1:]]
            message = self._reasons.stuck(origin, reach, landings)
            raise IllegalMove("stuck", message, text=text, span=words[0].span)
        cells = [self._read_landing(origin, reach, word, text) for word in words[1:]]
        if len(words) < _TURN:
            message = self._reasons.unfinished(origin, reach.force, *cells)
            raise NotationError("incomplete", message, text=text)
        if not reach.allows(*cells):
            message = self._reasons.not_both(*cells)
            raise IllegalMove("bad_pair", message, text=text, span=words[2].span)
        return self._detachment((origin, *cells))

    def legal(self, move: Move | str) -> Detachment:
        if isinstance(move, Detachment):
            reach = self._detachable().get(move.origin)
            if reach and reach.allows(*move.landings):
                legal = self._detachment((move.origin, *move.landings))
                if legal == move:
                    return legal
        return self.parse(str(move))

    def after(self, move: Move) -> DetachPosition:
        assert isinstance(move, Detachment)
        side, origin, (first, second), swap = move
        own, enemy = self._own_and_enemy()
        own ^= 1 << origin | 1 << first | 1 << second
        if swap is not None:
            enemy ^= 1 << origin | 1 << swap
        return DetachPosition(
            side, (enemy, own) if self.plies % 2 else (own, enemy), self.plies + 1
        )

    def events(self, move: Move) -> tuple[Event, ...]:
        turn, seat, names = self.legal(move), self.plies % 2, self._names
        first, second = (names[cell] for cell in turn.landings)
        split = Split(seat, names[turn.origin], ((first, 1), (second, 1)))
        if turn.swap is None:
            return (split,)
        return split, Swapped(1 - seat, names[turn.swap], names[turn.origin])

    def describe(self, move: Move) -> str:
        turn, seat, names = self.legal(move), self.plies % 2, self._names
        first, second = (names[cell] for cell in turn.landings)
        sentence = f"{COLOURS[seat]} detaches {names[turn.origin]} to {first} and {second}"
        if turn.swap is None:
            return f"{sentence}."
        enemy = stone(1 - seat)
        return f"{sentence}; the {enemy} on {names[turn.swap]} goes to {names[turn.origin]}."

    def pieces(self) -> Mapping[Cell, Piece]:
        white, black = self.stones
        return {
            self._names[cell]: Piece(0 if white >> cell & 1 else 1)
            for cell in cells_in(white | black)
        }

    def colour_of(self, seat: Seat) -> Colour:
        return seat

    def facts(self) -> tuple[Fact, ...]:
        return tuple(
            Fact(seat, "can detach", str(len(reaches(self.side, own, enemy))))
            for seat, (own, enemy) in enumerate((self.stones, self.stones[::-1]))
        )

    def leave(self, seat: Seat) -> DetachPosition:
        if seat not in (0, 1) or self.to_move is None:
            raise ValueError(f"seat {seat} has no place in this match to give up")
        return replace(self, left=seat)

    def encode(self) -> str:
        white, black = (
            ",".join(self._names[cell] for cell in cells_in(stones)) for stones in self.stones
        )
        left = "" if self.left is None else f" left:{self.left}"
        return f"{self.variant.id} ply:{self.plies} white:{white} black:{black}{left}"

    @property
    def _names(self) -> tuple[str, ...]:
        return hex_board(self.side).names

    @property
    def _reasons(self) -> Reasons:
        return Reasons(self.side, self.plies % 2, *self._own_and_enemy())

    def _own_and_enemy(self) -> tuple[int, int]:
        white, black = self.stones
        return (black, white) if self.plies % 2 else (white, black)

    def _is_running(self) -> bool:
        return self.left is None and can_detach(self.side, *self._own_and_enemy())

    def _detachable(self) -> Mapping[int, Reach]:
        """The stones that may detach now, none when the game is over."""
        return reaches(self.side, *self._own_and_enemy()) if self.left is None else {}

    def _check_running(self, text: str) -> None:
        if not self._is_running():
            raise IllegalMove("game_over", "the game is over", text=text)

    def _offered(self, cells: Sequence[int]) -> Mapping[str, int]:
        """The step texts that can follow the steps to ``cells``, with the cell each means."""
        if not cells:
            return {self._names[cell]: cell for cell in self._detachable()}
        if len(cells) == _TURN:
            return {}
        reach = self._detachable()[cells[0]]
        return {
            self._names[cell] + "x" * (cell in reach.swaps): cell
            for cell in reach.landings(*cells[1:])
        }

    def _cells_taken(self, taken: Sequence[str]) -> list[int]:
        self._check_running(" ".join(taken))
        cells: list[int] = []
        for text in taken:
            offered = self._offered(cells)
            if text not in offered:
                message = f"{text} cannot be chosen here"
                hints = tuple(itertools.islice(offered, _HINTS))
                raise IllegalMove("not_offered", message, text=text, hints=hints)
            cells.append(offered[text])
        return cells

    def _label(self, text: str, cell: int, cells: Sequence[int]) -> str:
        if not cells:
            return f"{text} (force {self._detachable()[cell].force})"
        return f"swap with {self._names[cell]}" if text.endswith("x") else text

    def _detachment(self, cells: Sequence[int]) -> Detachment:
        """The turn of a stone and its two landings, given in either order."""
        origin, *landings = cells
        low, high = sorted(landings)
        enemy = self._own_and_enemy()[1]
        swap = next((cell for cell in (low, high) if enemy >> cell & 1), None)
        return Detachment(self.side, origin, (low, high), swap)

    def _read_words(self, text: str) -> tuple[Word, ...]:
        """The words of a move; an x before a hex is told where it belongs."""
        try:
            return _NOTATION.read_all(text, hex_board(self.side).index)
        except NotationError as error:
            marked = _MARKED_BEFORE.match(text, error.span[0] if error.span else 0)
            if marked is None:
                raise
            message = f"the x of a swap stands behind its hex: {marked[1]}x, not {marked[0]}"
            raise NotationError("misplaced_mark", message, text=text, span=marked.span()) from None

    def _read_cell(self, word: Word, text: str) -> int:
        board, name = hex_board(self.side), _name_and_mark(word)[0]
        cell = board.index.get(name)
        if cell is None:
            raise NotationError("no_such_cell", board.no_cell(name), text=text, span=word.span)
        return cell

    def _read_origin(self, word: Word, text: str) -> int:
        origin = self._read_cell(word, text)
        if not self._own_and_enemy()[0] >> origin & 1:
            message = self._reasons.no_stone(origin)
            raise IllegalMove("no_stone", message, text=text, span=word.span)
        return origin

    def _read_landing(self, origin: int, reach: Reach, word: Word, text: str) -> int:
        cell = self._read_cell(word, text)
        if cell not in reach.landings():
            message = self._reasons.no_landing(origin, reach.force, cell)
        elif _name_and_mark(word)[1] and cell in reach.free:
            message = self._reasons.no_swap(cell)
        else:
            return cell
        raise IllegalMove("bad_landing", message, text=text, span=word.span)


def _name_and_mark(word: Word) -> tuple[str, bool]:
    """The cell that a word names, and whether it is marked as a swap."""
    name = word.text.rstrip("x\u00d7").rstrip()
    return name, name != word.text
