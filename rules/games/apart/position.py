"""Apart (Kanare Kato, 2023): pieces travel as far as their lines are long, and want to be alone.

Where a piece may go is decided in ``jumps`` alone; menus, typed turns and lists of turns read that.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules import game
from rules.completion import suggesting
from rules.duel import Duel, pieces_on
from rules.errors import NotationError, not_offered
from rules.games.apart.info import BOARD, INFO, NAMES
from rules.games.apart.jumps import ApartMove, Journey, Stones, touching
from rules.games.apart.lens import changes_of, lens_of
from rules.games.apart.reasons import no_change, no_landing, no_piece
from rules.geometry.cellset import cell_set, cells_in
from rules.lens import Lens
from rules.texts import Counted, Text, Words, listed, sentences
from rules.words import Notation, Word, read_words

_NAMES = BOARD.names
_MOST_LANDINGS = len(_NAMES)
_MOVED = 2  # a piece and one landing
_OCCURRENCES = 3
_NO_PROMPT = ""
_PROMPTS = (Text("Which piece moves?"), Text("Where does it land?"))
_PROMPT_ON = Text("Stop here, or jump on?")
_PROMPT_HOME = Text("Where does it jump next?")
_WORD = re.compile(r"(?:[x\u00d7]\s*)?([a-z][0-9]{1,3})(?![0-9])", re.IGNORECASE | re.ASCII)
_TOLD = Text("A move names the square that a piece leaves and every square that it lands on.")
_NOTATION = Notation(INFO.name, _TOLD, _WORD, _MOST_LANDINGS)
_STILL_TOUCHING = Counted("{number} still touching")
_CAPTURING = Counted("It captures the piece on {cells}.", "It captures the pieces on {cells}.")


@dataclass(frozen=True, slots=True)
class ApartPosition(Duel):
    """A position of Apart.

    ``earlier`` are the placements since the last capture, oldest first: what could still come
    again, for the draw by repetition.
    """

    stones: Stones
    earlier: tuple[Stones, ...] = ()
    info = INFO

    @property
    def variant(self) -> game.Variant:
        return INFO.variants[0]

    @property
    def to_move(self) -> game.Seat | None:
        return None if self.outcome else self.ply % 2

    @property
    def outcome(self) -> game.Outcome | None:
        """The result; a mover who separates both sides at once loses (rule sheet, Game end)."""
        if self.left is not None:
            return game.Outcome.of_duel(1 - self.left, game.Reason.LEFT)
        to_move = self.ply % 2
        for seat in (to_move, 1 - to_move):
            if not touching(self.stones[seat]):
                return game.Outcome.of_duel(seat, game.Reason.ISOLATED)
        if self.earlier[-2::-2].count(self.stones) + 1 >= _OCCURRENCES:
            return game.Outcome(((0, 1),), game.Reason.REPETITION)
        return None

    def steps(self, taken: Sequence[str] = ()) -> game.StepMenu:
        path = self._path_taken(taken)
        if not path:
            pieces = BOARD.named(self._movable())
            steps = tuple(game.Step.on(name, game.StepKind.PIECE) for name in pieces)
            return game.StepMenu(_PROMPTS[0], steps)
        journey = self._journey(path[0])
        options = tuple(
            game.Step.on(_NAMES[cell], game.StepKind.LANDING, self._label(cell))
            for cell in cells_in(journey.landings(path))
        )
        complete = ApartMove(path) if journey.allows(path) else None
        return game.StepMenu(_prompt(path, bool(options), complete), options, complete)

    def joined(self, taken: Sequence[str] = ()) -> game.StepMenu | None:
        path = self._path_taken(taken)
        if len(path) != 1:
            return None
        results = sorted(
            self._journey(path[0]).results(), key=lambda turn: (turn.path[-1], len(turn.path))
        )
        goes_on = any(len(turn.path) > 2 for turn in results)
        prompt = Text("Where does it end its turn?") if goes_on else _PROMPTS[1]
        return game.StepMenu(prompt, tuple(map(self._end, results)), selective=goes_on)

    def moves(self) -> Iterator[game.Move]:
        origins = () if self.outcome else cells_in(self.stones[self.ply % 2])
        return itertools.chain.from_iterable(self._journey(cell).turns() for cell in origins)

    def turns_of(self, origin: int) -> Iterator[ApartMove]:
        """Every legal turn of the mover's piece on ``origin``, lazily."""
        return iter(()) if self.outcome else self._journey(origin).turns()

    def results(self) -> Iterator[ApartMove]:
        """A turn for each different result of the pieces, instead of one for every way there."""
        origins = () if self.outcome else cells_in(self.stones[self.ply % 2])
        return itertools.chain.from_iterable(self._journey(cell).results() for cell in origins)

    def read(self, text: str) -> tuple[tuple[str, ...], str]:
        words, rest = read_words(text, _WORD, _MOST_LANDINGS)
        path: tuple[int, ...] = ()
        for word in words:
            cell = BOARD.index.get(word.text)
            if cell is None or not self._next(path) >> cell & 1:
                return BOARD.named(path), text[word.span[0] :]
            path = (*path, cell)
        return BOARD.named(path), text[rest:]

    def draft(self, taken: Sequence[str]) -> str:
        return str(ApartMove(self._path_taken(taken)))

    def drafted(self, taken: Sequence[str]) -> game.Drafted:
        path = self._path_taken(taken)
        if len(path) < _MOVED:
            return game.Drafted(self.pieces())
        seat, captures = self.ply % 2, self._captures(path)
        origin, *landings = BOARD.named(path)
        pieces = {cell: piece for cell, piece in self.pieces().items() if cell not in captures}
        pieces[landings[-1]] = pieces.pop(origin)
        captured = (game.Captured(1 - seat, cell) for cell in captures)
        return game.Drafted(pieces, (game.Moved(seat, origin, tuple(landings)), *captured))

    @suggesting
    def parse(self, text: str) -> ApartMove:
        self.check_running(text)
        words = _NOTATION.read_all(text, BOARD.index)
        origin = words[0].cell_on(BOARD)
        own, enemies = self.from_mover(self.stones)
        if not own >> origin & 1:
            raise words[0].illegal(*no_piece(origin, self.ply % 2, enemies))
        path = self._walk(origin, words[1:])
        if len(path) == 1:
            message = Text("Say where the piece on {cell} lands.", cell=_NAMES[origin])
            raise NotationError("incomplete", message, text=text)
        if not self._journey(origin).may_stop(path):
            raise words[-1].illegal(*no_change(origin))
        return ApartMove(path)

    def legal(self, move: game.Move | str) -> ApartMove:
        if isinstance(move, ApartMove) and self.outcome is None and move.path:
            own = self.stones[self.ply % 2]
            if own >> move.path[0] & 1 and self._journey(move.path[0]).allows(move.path):
                return move
        return self.parse(str(move))

    def after(self, move: game.Move) -> ApartPosition:
        assert isinstance(move, ApartMove)
        path = move.path
        own, enemies = self.from_mover(self.stones)
        own = own & ~(1 << path[0]) | 1 << path[-1]
        taken = enemies & cell_set(path[1:])
        enemies ^= taken
        # What stood before a capture can never stand again.
        earlier = () if taken else (*self.earlier, self.stones)
        return ApartPosition(self.from_mover((own, enemies)), earlier, ply=self.ply + 1)

    def events(self, move: game.Move) -> tuple[game.Event, ...]:
        path, seat = self.legal(move).path, self.ply % 2
        moved = game.Moved(seat, _NAMES[path[0]], BOARD.named(path[1:]))
        return moved, *(game.Captured(1 - seat, name) for name in self._captures(path))

    def describe(self, move: game.Move) -> Text:
        path = self.legal(move).path
        captures = self._captures(path)
        start, *between, end = BOARD.named(path)
        side, ends = NAMES[self.ply % 2], {"start": start, "end": end}
        if between:
            cells = listed(between)
            way = Text("{side} jumps {start} via {cells} to {end}.", side=side, cells=cells, **ends)
        elif BOARD.neighbours[path[0]] >> path[1] & 1:
            way = Text("{side} steps {start} to {end}.", side=side, **ends)
        else:
            way = Text("{side} jumps {start} to {end}.", side=side, **ends)
        if not captures:
            return way
        return sentences(way, _CAPTURING.of(number=len(captures), cells=listed(captures)))

    def pieces(self) -> Mapping[game.Cell, game.Piece]:
        return pieces_on(BOARD, self.stones)

    def facts(self) -> tuple[game.Fact, ...]:
        return tuple(
            game.Fact(seat, _STILL_TOUCHING.of(number=touching(own).bit_count()))
            for seat, own in enumerate(self.stones)
        )

    def lens(self) -> Lens:
        return lens_of(self.stones)

    def changes(self, before: ApartPosition, colour: game.Colour) -> tuple[Text, ...]:
        return changes_of(colour, before.stones[colour], self.stones[colour])

    def encode(self) -> str:
        white, black = (",".join(BOARD.named(cells_in(own))) for own in self.stones)
        line = f"standard ply:{self.ply} white:{white} black:{black}"
        if self.earlier:
            placements = itertools.pairwise((*self.earlier, self.stones))
            line += " quiet:" + ",".join(itertools.starmap(_quiet_move, placements))
        return line if self.left is None else f"{line} left:{self.left}"

    def _journey(self, origin: int) -> Journey:
        own, enemies = self.from_mover(self.stones)
        # White's first turn cannot be a continuous jump (rule sheet, Gameplay).
        return Journey(origin, own ^ 1 << origin, enemies, _MOST_LANDINGS if self.ply else 1)

    def _movable(self) -> Iterator[int]:
        return (
            cell
            for cell in cells_in(self.stones[self.ply % 2])
            if self._journey(cell).landings((cell,))
        )

    def _next(self, path: tuple[int, ...]) -> int:
        """The squares that can follow ``path`` in a legal turn; none when the game is over."""
        if path:
            return self._journey(path[0]).landings(path)
        return 0 if self.outcome else cell_set(self._movable())

    def _path_taken(self, taken: Sequence[str]) -> tuple[int, ...]:
        self.check_running(" ".join(taken))
        path: tuple[int, ...] = ()
        for text in taken:
            cell = BOARD.index.get(text)
            if cell is None or not self._next(path) >> cell & 1:
                raise not_offered(text, BOARD.named(cells_in(self._next(path))))
            path = (*path, cell)
        return path

    def _walk(self, origin: int, words: Sequence[Word]) -> tuple[int, ...]:
        """The path from the player's piece on ``origin`` over the landings that ``words`` name."""
        path: tuple[int, ...] = (origin,)
        journey = self._journey(origin)
        for word in words:
            cell = word.cell_on(BOARD)
            if not journey.landings(path) >> cell & 1:
                raise word.illegal(*no_landing(journey, path, cell, self.ply % 2))
            path = (*path, cell)
        return path

    def _captures(self, path: tuple[int, ...]) -> tuple[str, ...]:
        enemies = self.from_mover(self.stones)[1]
        return BOARD.named(cell for cell in path[1:] if enemies >> cell & 1)

    def _end(self, turn: ApartMove) -> game.Step:
        """A whole turn as one choice, told by where it ends and what it captures."""
        end, landings = _NAMES[turn.path[-1]], BOARD.named(turn.path[1:])
        captures = self._captures(turn.path)
        label: Words = end
        if end in captures:
            label = _captures([end, *(name for name in captures if name != end)])
        elif captures:
            label = Text("{cell}, captures {cells}", "choice", cell=end, cells=listed(captures))
        others = tuple(name for name in captures if name != end)
        return game.Step(" ".join(landings), game.StepKind.LANDING, label, (end, *others))

    def _label(self, cell: int) -> Words:
        name = _NAMES[cell]
        return _captures([name]) if self._captures((cell, cell)) else name


def _captures(cells: Sequence[game.Cell]) -> Text:
    return Text("captures {cells}", "choice", cells=listed(cells))


def _prompt(path: tuple[int, ...], can_go_on: bool, complete: ApartMove | None) -> Words:
    if not can_go_on:
        return _NO_PROMPT
    if len(path) == 1:
        return _PROMPTS[1]
    return _PROMPT_ON if complete else _PROMPT_HOME


def _quiet_move(before: Stones, after: Stones) -> str:
    """The square that was left and the one that was reached between two placements."""
    left, reached = (
        next(cells_in((first[0] | first[1]) & ~(second[0] | second[1])))
        for first, second in ((before, after), (after, before))
    )
    return f"{_NAMES[left]}-{_NAMES[reached]}"
