"""Detach (João Pedro Neto, 2025): a stone becomes two that travel as far as its group is large.

Which detachments a position allows is decided in ``detachment`` alone; menus, typed moves and
lists of moves all read that.
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
from rules.games.detach.changes import changes_of
from rules.games.detach.detachment import Detachment, Reach, can_detach, force_of, reach_of, reaches
from rules.games.detach.info import INFO, NAMES, SIDES
from rules.games.detach.lens import lens_of
from rules.games.detach.reasons import Reasons
from rules.geometry.board import Board, hex_board
from rules.geometry.cellset import cells_in
from rules.lens import Lens
from rules.texts import Counted, Text, Words, sentences
from rules.words import Notation, Word, read_words

_VARIANTS = {SIDES[variant.id]: variant for variant in INFO.variants}
_CELL = "([a-z][0-9]{1,3})(?![0-9])"
_WORD = re.compile(rf"{_CELL}(?:\s*[x\u00d7](?![a-z]))?", re.IGNORECASE | re.ASCII)
_PROMPTS = (
    Text("Which stone detaches?"),
    Text("Where does its first stone land?"),
    Text("Where does its second stone land?"),
)
_TURN = len(_PROMPTS)
_LANDED = 2  # a stone and one landing
_TOLD = Text("A move names a stone and the two hexes where its stones land.")
_MARKED_BEFORE = re.compile(r"[x\u00d7]\s*([a-z][0-9]{1,2})(?![a-z0-9])", re.IGNORECASE | re.ASCII)
_NOTATION = Notation(INFO.name, _TOLD, _WORD, _TURN)
_CAN_DETACH = Counted("{number} can detach")


@dataclass(frozen=True, slots=True)
class DetachPosition(Duel):
    """A position of Detach: the stones of each seat as sets of cells."""

    side: int
    stones: tuple[int, int]
    info = INFO

    @property
    def variant(self) -> game.Variant:
        return _VARIANTS[self.side]

    @property
    def to_move(self) -> game.Seat | None:
        return self.ply % 2 if self._is_running() else None

    @property
    def outcome(self) -> game.Outcome | None:
        if self.left is not None:
            return game.Outcome.of_duel(1 - self.left, game.Reason.LEFT)
        if self._is_running():
            return None
        return game.Outcome.of_duel(1 - self.ply % 2, game.Reason.NO_MOVE)

    def steps(self, taken: Sequence[str] = ()) -> game.StepMenu:
        cells = self._cells_taken(taken)
        if len(cells) == _TURN:
            return game.StepMenu("", (), self._detachment(cells))
        kind = game.StepKind.LANDING if cells else game.StepKind.PIECE
        options = tuple(
            game.Step(text, kind, self._label(text, cell, cells), (self._names[cell],))
            for text, cell in self._offered(cells).items()
        )
        return game.StepMenu(_PROMPTS[len(cells)], options)

    def moves(self) -> Iterator[game.Move]:
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
            offered = self._offered(cells)
            step = f"{word.text}x" if _is_marked(word) or word.text not in offered else word.text
            if step not in offered:
                return tuple(steps), text[word.span[0] :]
            steps.append(step)
            cells.append(offered[step])
        return tuple(steps), text[rest:]

    def draft(self, taken: Sequence[str]) -> str:
        cells = self._cells_taken(taken)
        return str(self._detachment(cells)) if len(cells) == _TURN else ">".join(taken)

    def drafted(self, taken: Sequence[str]) -> game.Drafted:
        cells = self._cells_taken(taken)
        if len(cells) != _LANDED:
            return super(DetachPosition, self).drafted(taken)
        pieces, seat = dict(self.pieces()), self.ply % 2
        origin, landing = (self._names[cell] for cell in cells)
        events: tuple[game.Event, ...] = (game.Split(seat, origin, ((landing, 1),)),)
        del pieces[origin]
        if landing in pieces:
            pieces[origin] = pieces[landing]
            events = (*events, game.Swapped(1 - seat, landing, origin))
        pieces[landing] = game.Piece(seat)
        return game.Drafted(pieces, events)

    def strengths(self) -> Mapping[game.Cell, int]:
        return {
            self._names[cell]: force_of(self.side, stones, cell)
            for stones in self.stones
            for cell in cells_in(stones)
        }

    @suggesting
    def parse(self, text: str) -> Detachment:
        self.check_running(text)
        words = self._read_words(text)
        origin = self._read_origin(words[0])
        reach = reach_of(self.side, origin, *self.from_mover(self.stones))
        if not reach.suffices():
            landings = [word.cell_on(self._board) for word in words[1:]]
            raise words[0].illegal("stuck", self._reasons.stuck(origin, reach, landings))
        cells = [self._read_landing(origin, reach, word) for word in words[1:]]
        if len(words) < _TURN:
            message = self._reasons.unfinished(origin, reach.force, *cells)
            raise NotationError("incomplete", message, text=text)
        if not reach.allows(*cells):
            raise words[2].illegal("bad_pair", self._reasons.not_both(*cells))
        return self._detachment((origin, *cells))

    def legal(self, move: game.Move | str) -> Detachment:
        if isinstance(move, Detachment):
            reach = self._detachable().get(move.origin)
            if reach and reach.allows(*move.landings):
                legal = self._detachment((move.origin, *move.landings))
                if legal == move:
                    return legal
        return self.parse(str(move))

    def after(self, move: game.Move) -> DetachPosition:
        assert isinstance(move, Detachment)
        side, origin, (first, second), swap = move
        own, enemy = self.from_mover(self.stones)
        own ^= 1 << origin | 1 << first | 1 << second
        if swap is not None:
            enemy ^= 1 << origin | 1 << swap
        return DetachPosition(side, self.from_mover((own, enemy)), ply=self.ply + 1)

    def events(self, move: game.Move) -> tuple[game.Event, ...]:
        turn, seat, names = self.legal(move), self.ply % 2, self._names
        first, second = (names[cell] for cell in turn.landings)
        split = game.Split(seat, names[turn.origin], ((first, 1), (second, 1)))
        if turn.swap is None:
            return (split,)
        return split, game.Swapped(1 - seat, names[turn.swap], names[turn.origin])

    def describe(self, move: game.Move) -> Text:
        turn, seat, names = self.legal(move), self.ply % 2, self._names
        first, second = (names[cell] for cell in turn.landings)
        origin, side = names[turn.origin], NAMES[seat]
        places = {"cell": origin, "first": first, "second": second}
        detaches = Text("{side} detaches {cell} to {first} and {second}.", side=side, **places)
        if turn.swap is None:
            return detaches
        swap = {"cell": names[turn.swap], "landing": origin}
        return sentences(
            detaches,
            Text("{side}'s stone on {cell} goes to {landing}.", side=NAMES[1 - seat], **swap),
        )

    def pieces(self) -> Mapping[game.Cell, game.Piece]:
        return pieces_on(self._board, self.stones)

    def facts(self) -> tuple[game.Fact, ...]:
        return tuple(
            game.Fact(seat, _CAN_DETACH.of(number=len(reaches(self.side, own, enemy))))
            for seat, (own, enemy) in enumerate((self.stones, self.stones[::-1]))
        )

    def lens(self) -> Lens:
        return lens_of(self.side, self.stones, self.ply % 2)

    def changes(self, before: DetachPosition, colour: game.Colour) -> tuple[Text, ...]:
        both = ((at.stones[colour], at.stones[1 - colour]) for at in (before, self))
        return changes_of(self.side, *both)

    def encode(self) -> str:
        white, black = (",".join(self._board.named(cells_in(own))) for own in self.stones)
        left = "" if self.left is None else f" left:{self.left}"
        return f"{self.variant.id} ply:{self.ply} white:{white} black:{black}{left}"

    @property
    def _board(self) -> Board:
        return hex_board(self.side)

    @property
    def _names(self) -> tuple[str, ...]:
        return self._board.names

    @property
    def _reasons(self) -> Reasons:
        return Reasons(self.side, self.ply % 2, *self.from_mover(self.stones))

    def _is_running(self) -> bool:
        return self.left is None and can_detach(self.side, *self.from_mover(self.stones))

    def _detachable(self) -> Mapping[int, Reach]:
        """The stones that may detach now, none when the game is over."""
        return reaches(self.side, *self.from_mover(self.stones)) if self.left is None else {}

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
        self.check_running(" ".join(taken))
        cells: list[int] = []
        for text in taken:
            offered = self._offered(cells)
            if text not in offered:
                raise not_offered(text, offered)
            cells.append(offered[text])
        return cells

    def _label(self, text: str, cell: int, cells: Sequence[int]) -> Words:
        if not cells:
            force = self._detachable()[cell].force
            return Text("{cell} (force {force})", "choice", cell=text, force=force)
        swaps = text.endswith("x")
        return Text("swap with {cell}", "choice", cell=self._names[cell]) if swaps else text

    def _detachment(self, cells: Sequence[int]) -> Detachment:
        """The turn of a stone and its two landings, given in either order."""
        origin, *landings = cells
        low, high = sorted(landings)
        enemy = self.from_mover(self.stones)[1]
        swap = next((cell for cell in (low, high) if enemy >> cell & 1), None)
        return Detachment(self.side, origin, (low, high), swap)

    def _read_words(self, text: str) -> tuple[Word, ...]:
        """The words of a move; an x before a hex is told where it belongs."""
        try:
            return _NOTATION.read_all(text, self._board.index)
        except NotationError as error:
            marked = _MARKED_BEFORE.match(text, error.span[0] if error.span else 0)
            if marked is None:
                raise
            message = Text(
                "Write the x of a swap after its hex: {right}, not {typed}.",
                right=f"{marked[1]}x",
                typed=marked[0],
            )
            raise NotationError("misplaced_mark", message, text=text, span=marked.span()) from None

    def _read_origin(self, word: Word) -> int:
        origin = word.cell_on(self._board)
        if not self.from_mover(self.stones)[0] >> origin & 1:
            raise word.illegal("no_stone", self._reasons.no_stone(origin))
        return origin

    def _read_landing(self, origin: int, reach: Reach, word: Word) -> int:
        cell = word.cell_on(self._board)
        if cell not in reach.landings():
            message = self._reasons.no_landing(origin, reach.force, cell)
        elif _is_marked(word) and cell in reach.free:
            none = Text("{cell} is empty, so there is no stone to swap with.")
            message = none.of(cell=self._names[cell])
        else:
            return cell
        raise word.illegal("bad_landing", message)


def _is_marked(word: Word) -> bool:
    """Whether a swap is marked behind the hex that a word names."""
    return len(word.quoted) > len(word.text)
