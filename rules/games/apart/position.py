"""Apart (Kanare Kato, 2023): pieces travel as far as their lines are long, and want to be alone.

Where a piece may go is decided in ``jumps`` alone; menus, typed turns and lists of turns read that.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.completion import suggesting
from rules.errors import IllegalMove, NotationError
from rules.game import (
    Captured,
    Cell,
    Colour,
    Drafted,
    Event,
    Fact,
    GameInfo,
    Move,
    Moved,
    Outcome,
    Piece,
    Position,
    Reason,
    Seat,
    Step,
    StepKind,
    StepMenu,
    Variant,
)
from rules.games.apart.info import BOARD, COLOURS, INFO
from rules.games.apart.jumps import Journey, Turn, touching
from rules.games.apart.line import State, Stones, written
from rules.games.apart.reasons import Refusal, no_change, no_landing, no_piece
from rules.geometry.cellset import cell_set, cells_in
from rules.words import Notation, Word, listed, read_words

_NAMES = BOARD.names
_MOST_LANDINGS = len(_NAMES)
_MOVED = 2  # a piece and one landing
_OCCURRENCES = 3
_HINTS = 3
_NO_PROMPT = ""
_PROMPTS = ("Which piece moves?", "Where does it land?")
_PROMPT_ON = "Stop here, or jump on?"
_PROMPT_HOME = "Where does it jump on to?"
_WORD = re.compile(r"(?:[x\u00d7]\s*)?[a-z][0-9]{1,3}(?![0-9])", re.IGNORECASE | re.ASCII)
_MARK = re.compile(r"[x\u00d7]\s*(?=[a-z])")
_TOLD = "the square that a piece leaves and every square that it lands on"
_NOTATION = Notation(INFO.name, "square", _TOLD, _WORD, _MOST_LANDINGS)


@dataclass(frozen=True, slots=True)
class ApartPosition(Position):
    """A position of Apart.

    ``earlier`` are the placements since the last capture, oldest first: what could still come
    again, for the draw by repetition.
    """

    stones: Stones
    plies: int = 0
    earlier: tuple[Stones, ...] = ()
    left: Seat | None = None

    @property
    def info(self) -> GameInfo:
        return INFO

    @property
    def variant(self) -> Variant:
        return INFO.variants[0]

    @property
    def ply(self) -> int:
        return self.plies

    @property
    def to_move(self) -> Seat | None:
        return None if self.outcome else self.plies % 2

    @property
    def outcome(self) -> Outcome | None:
        """The result; a mover who separates both sides at once loses (rule sheet, Game end)."""
        if self.left is not None:
            return Outcome(((1 - self.left,), (self.left,)), Reason.LEFT)
        to_move = self.plies % 2
        for seat in (to_move, 1 - to_move):
            if not touching(self.stones[seat]):
                return Outcome(((seat,), (1 - seat,)), Reason.ISOLATED)
        if self.earlier[-2::-2].count(self.stones) + 1 >= _OCCURRENCES:
            return Outcome(((0, 1),), Reason.REPETITION)
        return None

    def steps(self, taken: Sequence[str] = ()) -> StepMenu:
        path = self._path_taken(taken)
        if not path:
            pieces = tuple(
                Step(_NAMES[cell], StepKind.PIECE, _NAMES[cell], (_NAMES[cell],))
                for cell in self._movable()
            )
            return StepMenu(_PROMPTS[0], pieces)
        journey = self._journey(path[0])
        options = tuple(
            Step(_NAMES[cell], StepKind.LANDING, self._label(cell), (_NAMES[cell],))
            for cell in cells_in(journey.landings(path))
        )
        complete = Turn(path) if journey.allows(path) else None
        return StepMenu(_prompt(path, bool(options), complete), options, complete)

    def joined(self, taken: Sequence[str] = ()) -> StepMenu | None:
        path = self._path_taken(taken)
        if len(path) != 1:
            return None
        results = sorted(
            self._journey(path[0]).results(), key=lambda turn: (turn.path[-1], len(turn.path))
        )
        goes_on = any(len(turn.path) > 2 for turn in results)
        prompt = "Where does its journey end?" if goes_on else _PROMPTS[1]
        return StepMenu(prompt, tuple(map(self._end, results)), selective=goes_on)

    def moves(self) -> Iterator[Move]:
        origins = () if self.outcome else cells_in(self.stones[self.plies % 2])
        return itertools.chain.from_iterable(self._journey(cell).turns() for cell in origins)

    def turns_of(self, origin: int) -> Iterator[Turn]:
        """Every legal turn of the mover's piece on ``origin``, lazily."""
        return iter(()) if self.outcome else self._journey(origin).turns()

    def results(self) -> Iterator[Turn]:
        """A turn for each different result of the pieces, instead of one for every way there."""
        origins = () if self.outcome else cells_in(self.stones[self.plies % 2])
        return itertools.chain.from_iterable(self._journey(cell).results() for cell in origins)

    def read(self, text: str) -> tuple[tuple[str, ...], str]:
        words, rest = read_words(text, _WORD, _MOST_LANDINGS)
        path: tuple[int, ...] = ()
        for word in words:
            cell = BOARD.index.get(_name(word))
            if cell is None or not self._next(path) >> cell & 1:
                return _names(path), text[word.span[0] :]
            path = (*path, cell)
        return _names(path), text[rest:]

    def draft(self, taken: Sequence[str]) -> str:
        return str(Turn(self._path_taken(taken)))

    def drafted(self, taken: Sequence[str]) -> Drafted:
        path = self._path_taken(taken)
        if len(path) < _MOVED:
            return Drafted(self.pieces())
        seat, captures = self.plies % 2, self._captures(path)
        origin, *landings = _names(path)
        pieces = {cell: piece for cell, piece in self.pieces().items() if cell not in captures}
        pieces[landings[-1]] = pieces.pop(origin)
        captured = (Captured(1 - seat, cell) for cell in captures)
        return Drafted(pieces, (Moved(seat, origin, tuple(landings)), *captured))

    @suggesting
    def parse(self, text: str) -> Turn:
        self._check_running(text)
        words = _NOTATION.read_all(text, BOARD.index)
        origin = self._read_cell(words[0], text)
        own, enemies = self._own_and_enemy()
        if not own >> origin & 1:
            raise _illegal(no_piece(origin, self.plies % 2, enemies), text, words[0])
        path = self._walk(text, words)
        if len(path) == 1:
            message = f"say where the piece on {_NAMES[origin]} lands"
            raise NotationError("incomplete", message, text=text)
        if not self._journey(origin).may_stop(path):
            raise _illegal(no_change(origin), text, words[-1])
        return Turn(path)

    def legal(self, move: Move | str) -> Turn:
        if isinstance(move, Turn) and self.outcome is None and move.path:
            own = self.stones[self.plies % 2]
            if own >> move.path[0] & 1 and self._journey(move.path[0]).allows(move.path):
                return move
        return self.parse(str(move))

    def after(self, move: Move) -> ApartPosition:
        assert isinstance(move, Turn)
        path = move.path
        own, enemies = self._own_and_enemy()
        own = own & ~(1 << path[0]) | 1 << path[-1]
        taken = enemies & cell_set(path[1:])
        enemies ^= taken
        stones = (enemies, own) if self.plies % 2 else (own, enemies)
        # What stood before a capture can never stand again.
        earlier = () if taken else (*self.earlier, self.stones)
        return ApartPosition(stones, self.plies + 1, earlier)

    def events(self, move: Move) -> tuple[Event, ...]:
        path, seat = self.legal(move).path, self.plies % 2
        moved = Moved(seat, _NAMES[path[0]], _names(path[1:]))
        return moved, *(Captured(1 - seat, name) for name in self._captures(path))

    def describe(self, move: Move) -> str:
        path, player = self.legal(move).path, COLOURS[self.plies % 2]
        origin, *between, end = _names(path)
        verb = "steps" if BOARD.neighbours[path[0]] >> path[1] & 1 else "jumps"
        via = f" via {listed(between)}" if between else ""
        captures = self._captures(path)
        capturing = f", capturing on {listed(captures)}" if captures else ""
        return f"{player} {verb} {origin}{via} to {end}{capturing}."

    def pieces(self) -> Mapping[Cell, Piece]:
        white, black = self.stones
        return {
            _NAMES[cell]: Piece(0 if white >> cell & 1 else 1) for cell in cells_in(white | black)
        }

    def colour_of(self, seat: Seat) -> Colour:
        return seat

    def facts(self) -> tuple[Fact, ...]:
        return tuple(
            Fact(seat, "still touching", str(touching(own).bit_count()))
            for seat, own in enumerate(self.stones)
        )

    def leave(self, seat: Seat) -> ApartPosition:
        if seat not in (0, 1) or self.outcome is not None:
            raise ValueError(f"seat {seat} has no place in this match to give up")
        return replace(self, left=seat)

    def encode(self) -> str:
        return written(State(self.stones, self.plies, self.earlier, self.left))

    def _own_and_enemy(self) -> Stones:
        white, black = self.stones
        return (black, white) if self.plies % 2 else (white, black)

    def _journey(self, origin: int) -> Journey:
        own, enemies = self._own_and_enemy()
        # White's first turn cannot be a continuous jump (rule sheet, Gameplay).
        return Journey(origin, own ^ 1 << origin, enemies, _MOST_LANDINGS if self.plies else 1)

    def _movable(self) -> Iterator[int]:
        return (
            cell
            for cell in cells_in(self.stones[self.plies % 2])
            if self._journey(cell).landings((cell,))
        )

    def _next(self, path: tuple[int, ...]) -> int:
        """The squares that can follow ``path`` in a legal turn; none when the game is over."""
        if path:
            return self._journey(path[0]).landings(path)
        return 0 if self.outcome else cell_set(self._movable())

    def _path_taken(self, taken: Sequence[str]) -> tuple[int, ...]:
        self._check_running(" ".join(taken))
        path: tuple[int, ...] = ()
        for text in taken:
            cell = BOARD.index.get(text)
            if cell is None or not self._next(path) >> cell & 1:
                message = f"{text} cannot be chosen here"
                hints = tuple(map(_NAMES.__getitem__, cells_in(self._next(path))))[:_HINTS]
                raise IllegalMove("not_offered", message, text=text, hints=hints)
            path = (*path, cell)
        return path

    def _walk(self, text: str, words: Sequence[Word]) -> tuple[int, ...]:
        """The path that ``words`` name, its first being a piece of the player's."""
        path: tuple[int, ...] = (self._read_cell(words[0], text),)
        journey = self._journey(path[0])
        for word in words[1:]:
            cell = self._read_cell(word, text)
            if not journey.landings(path) >> cell & 1:
                raise _illegal(no_landing(journey, path, cell, self.plies % 2), text, word)
            path = (*path, cell)
        return path

    def _captures(self, path: tuple[int, ...]) -> tuple[str, ...]:
        enemies = self._own_and_enemy()[1]
        return _names(cell for cell in path[1:] if enemies >> cell & 1)

    def _end(self, turn: Turn) -> Step:
        """A whole turn as one choice, told by where it ends and what it captures."""
        end, landings = _NAMES[turn.path[-1]], _names(turn.path[1:])
        captures = self._captures(turn.path)
        on_the_way = [name for name in captures if name != end]
        label = f"captures {end}" if end in captures else end
        if on_the_way:
            label += f", {'and' if end in captures else 'captures'} {listed(on_the_way)}"
        return Step(" ".join(landings), StepKind.LANDING, label, (end,))

    def _label(self, cell: int) -> str:
        return f"captures {_NAMES[cell]}" if self._captures((cell, cell)) else _NAMES[cell]

    def _read_cell(self, word: Word, text: str) -> int:
        """The square that a word names, whether or not a capture is marked before it."""
        name = _name(word)
        cell = BOARD.index.get(name)
        if cell is None:
            raise NotationError("no_such_cell", BOARD.no_cell(name), text=text, span=word.span)
        return cell

    def _check_running(self, text: str) -> None:
        if self.outcome is not None:
            raise IllegalMove("game_over", "the game is over", text=text)


def _prompt(path: tuple[int, ...], can_go_on: bool, complete: Turn | None) -> str:
    if not can_go_on:
        return _NO_PROMPT
    if len(path) == 1:
        return _PROMPTS[1]
    return _PROMPT_ON if complete else _PROMPT_HOME


def _name(word: Word) -> str:
    return _MARK.sub("", word.text)


def _names(cells: Iterator[int] | Sequence[int]) -> tuple[str, ...]:
    return tuple(_NAMES[cell] for cell in cells)


def _illegal(refusal: Refusal, text: str, word: Word) -> IllegalMove:
    return IllegalMove(refusal.code, refusal.message, text=text, span=word.span)
