"""Abande (Dieter Stein, 2005): one band of stones and stacks, in which only contact counts.

Which turns a position allows is decided in ``turns`` alone; menus, typed moves and lists of
moves all read that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules import game
from rules.completion import suggesting
from rules.duel import Duel
from rules.errors import IllegalMove, NotationError, not_offered
from rules.games.abande import turns
from rules.games.abande.info import COLOURS, INFO, NAMES, VARIANTS
from rules.games.abande.lens import changes_of, lens_of
from rules.games.abande.reasons import Reasons
from rules.geometry.board import Board
from rules.lens import Lens
from rules.texts import Counted, Text, listed, sentences
from rules.words import PASSING, Notation, Word, read_words

_PASS, _PASSING = "pass", Text("Pass", "choice")
_WORD = re.compile(
    rf"(?:{'|'.join(sorted(PASSING))})(?![a-z0-9])|(?:[x\u00d7]\s*)?([a-z][0-9]{{1,3}})(?![0-9])",
    re.IGNORECASE | re.ASCII,
)
_TOLD = Text(
    "A move names the cell of a new stone, or a piece and the enemy piece that it moves onto."
)
_NOTATION = Notation(INFO.name, _TOLD, _WORD, 2)
_IN_RESERVE, _POINTS = Counted("{number} in reserve"), Counted("{number} point", "{number} points")


@dataclass(frozen=True, slots=True)
class AbandePosition(Duel):
    """A position of Abande: a stack for every cell, and what is left in reserve by seat."""

    variant_id: str
    stacks: bytes
    reserve: tuple[int, int] = (turns.RESERVE, turns.RESERVE)
    passes: int = 0
    info = INFO

    @property
    def variant(self) -> game.Variant:
        return VARIANTS[self.variant_id]

    @property
    def to_move(self) -> game.Seat | None:
        running = self.left is None and self.passes < turns.PASSES_TO_END
        return self.ply % 2 if running else None

    @property
    def outcome(self) -> game.Outcome | None:
        if self.left is not None:
            return game.Outcome.of_duel(1 - self.left, game.Reason.LEFT)
        if self.passes < turns.PASSES_TO_END:
            return None
        white, black = self._scores()
        if white == black:
            return game.Outcome(((0, 1),), game.Reason.SCORE, (white, black))
        return game.Outcome.of_duel(int(white < black), game.Reason.SCORE, (white, black))

    def steps(self, taken: Sequence[str] = ()) -> game.StepMenu:
        self._check_taken(taken)
        complete = self._move_of(taken)
        if complete is not None:
            return game.StepMenu("", (), complete)
        options = tuple(self._offered(taken).values())
        if taken:
            return game.StepMenu(Text("Where does {cell} move?", cell=taken[0]), options)
        return game.StepMenu(_prompt({step.kind for step in options}), options)

    def moves(self) -> Iterator[game.Move]:
        variant, possible = self.variant_id, self._turns()
        for cell in possible.inserts:
            yield turns.move_of(variant, cell)
        for origin, targets in possible.targets.items():
            for target in targets:
                yield turns.move_of(variant, target, origin)
        if possible.may_pass:
            yield turns.move_of(variant)

    def read(self, text: str) -> tuple[tuple[str, ...], str]:
        steps: list[str] = []
        words, rest = read_words(text, _WORD, 2)
        for word in words:
            if _name(word) not in self._offered(steps):
                return tuple(steps), text[word.span[0] :]
            steps.append(_name(word))
        return tuple(steps), text[rest:]

    def draft(self, taken: Sequence[str]) -> str:
        self._check_taken(taken)
        return "-".join(taken)

    @suggesting
    def parse(self, text: str) -> turns.AbandeMove:
        self.check_running(text)
        first, *others = _NOTATION.read_all(text, self._board.index)
        if _PASS in map(_name, (first, *others)):
            return self._read_pass(first, others, text)
        return self._read_move(first, others[0]) if others else self._read_insert(first)

    def legal(self, move: game.Move | str) -> turns.AbandeMove:
        if isinstance(move, turns.AbandeMove) and move.variant == self.variant_id:
            possible = self._turns()
            if move.origin is not None:
                legal = move.target in possible.targets.get(move.origin, ())
            elif move.target is not None:
                legal = move.target in possible.inserts
            else:
                legal = possible.may_pass
            if legal:
                return move
        return self.parse(str(move))

    def after(self, move: game.Move) -> AbandePosition:
        assert isinstance(move, turns.AbandeMove)
        variant, plies = self.variant_id, self.ply + 1
        if move.target is None:
            passes = self.passes + 1
            stacks = self._counting() if passes >= turns.PASSES_TO_END else self.stacks
            return AbandePosition(variant, stacks, self.reserve, passes, ply=plies)
        changed, reserve = bytearray(self.stacks), self.reserve
        if move.origin is None:
            seat, (white, black) = self.ply % 2, reserve
            reserve = (white, black - 1) if seat else (white - 1, black)
            changed[move.target] = turns.EMPTY << 1 | seat
        else:
            changed[move.target] = turns.piled(changed[move.target], changed[move.origin])
            changed[move.origin] = turns.EMPTY
        return AbandePosition(variant, bytes(changed), reserve, ply=plies)

    def events(self, move: game.Move) -> tuple[game.Event, ...]:
        turn, seat, names = self.legal(move), self.ply % 2, self._names
        if turn.target is None:
            pieces = self.pieces()
            removed = tuple((name, pieces[name]) for name in self._removed_by_pass())
            return (game.Passed(seat), game.CutOff(removed)) if removed else (game.Passed(seat),)
        target = names[turn.target]
        if turn.origin is None:
            return (game.Placed(seat, target),)
        return (
            game.Moved(seat, names[turn.origin], (target,), turns.height(self.stacks[turn.origin])),
        )

    def describe(self, move: game.Move) -> Text:
        turn, side, names = self.legal(move), NAMES[self.ply % 2], self._names
        if turn.target is None:
            return self._passing()
        target = names[turn.target]
        if turn.origin is None:
            return Text("{side} places a stone on {cell}.", side=side, cell=target)
        return Text(
            "{side} moves {cell} onto {target}, making a stack of {height}.",
            side=side,
            cell=names[turn.origin],
            target=target,
            height=turns.height(self.stacks[turn.origin]) + turns.height(self.stacks[turn.target]),
        )

    def pieces(self) -> Mapping[game.Cell, game.Piece]:
        return {
            name: game.Piece(stack & 1, turns.height(stack), _colours(stack))
            for name, stack in zip(self._names, self.stacks, strict=True)
            if stack != turns.EMPTY
        }

    def facts(self) -> tuple[game.Fact, ...]:
        return (
            # the score first, which stays where there is room for one of them
            *(game.Fact(seat, _POINTS.of(number=each)) for seat, each in enumerate(self._scores())),
            # what is there to choose shows as well that nothing can be brought in
            *(
                game.Fact(seat, _IN_RESERVE.of(number=left), not left)
                for seat, left in enumerate(self.reserve)
            ),
        )

    def stuck(self) -> Text | None:
        possible = self._turns()
        only = possible.may_pass and not possible.targets
        return self._reasons.only_pass() if only else None

    def lens(self) -> Lens:
        return lens_of(self.variant_id, self.stacks)

    def changes(self, before: AbandePosition, colour: game.Colour) -> tuple[Text, ...]:
        return changes_of(self.variant_id, before.stacks, self.stacks, colour)

    def encode(self) -> str:
        stacks = ",".join(
            f"{name}={''.join(COLOURS[colour][0] for colour in piece.stack)}"
            for name, piece in self.pieces().items()
        )
        white, black = self.reserve
        left = "" if self.left is None else f" left:{self.left}"
        return (
            f"{self.variant_id} ply:{self.ply} reserve:{white},{black} passes:{self.passes}"
            f" stacks:{stacks}{left}"
        )

    @property
    def _board(self) -> Board:
        return turns.board_of(self.variant_id)

    @property
    def _names(self) -> tuple[str, ...]:
        return self._board.names

    @property
    def _inserted(self) -> int:
        """How many stones both players have inserted together."""
        return 2 * turns.RESERVE - sum(self.reserve)

    @property
    def _reasons(self) -> Reasons:
        seat = self.ply % 2
        return Reasons(self.variant_id, self.stacks, seat, self.reserve[seat], self._inserted)

    def _turns(self) -> turns.Turns:
        """What may be done now, nothing when the game is over."""
        seat = self.to_move
        if seat is None:
            return turns.Turns()
        return turns.possible(
            self.variant_id, self.stacks, seat, self.reserve[seat], self._inserted
        )

    def _scores(self) -> tuple[int, int]:
        """The points of both players if the game ended here (rule sheet, Goal)."""
        points = [0, 0]
        for stack in self._counting():
            points[stack & 1] += turns.height(stack)
        return points[0], points[1]

    def _counting(self) -> bytes:
        """The stacks without those that have no adjacent enemy piece."""
        stacks = bytearray(self.stacks)
        for cell in turns.lonely(self.variant_id, self.stacks):
            stacks[cell] = turns.EMPTY
        return bytes(stacks)

    def _removed_by_pass(self) -> tuple[str, ...]:
        """The cells emptied when the player to move passes: none unless that ends the game."""
        if self.passes + 1 < turns.PASSES_TO_END:
            return ()
        return tuple(self._names[cell] for cell in turns.lonely(self.variant_id, self.stacks))

    def _passing(self) -> Text:
        """A pass, and what it brings about."""
        side, removed = NAMES[self.ply % 2], self._removed_by_pass()
        if not self.passes:
            return Text("{side} passes.", side=side)
        ends = Text("{side} passes, which ends the game.", side=side)
        if not removed:
            return ends
        cells, number = listed(removed), len(removed)
        left = Counted("{cells} does not count.", "{cells} do not count.", number, cells=cells)
        return sentences(ends, left)

    def _offered(self, taken: Sequence[str]) -> Mapping[str, game.Step]:
        """The steps that can follow ``taken``, by their text."""
        possible = self._turns()
        if taken:
            origin = self._board.index.get(taken[0], -1)
            targets = possible.targets.get(origin, ()) if len(taken) == 1 else ()
            steps = [self._cell_step(game.StepKind.LANDING, target) for target in targets]
        else:
            steps = [self._cell_step(game.StepKind.CELL, cell) for cell in possible.inserts]
            steps += [self._cell_step(game.StepKind.PIECE, origin) for origin in possible.targets]
            steps += [game.Step(_PASS, game.StepKind.PASS, _PASSING)] * possible.may_pass
        return {step.text: step for step in steps}

    def _cell_step(self, kind: game.StepKind, cell: int) -> game.Step:
        name, high = self._names[cell], turns.height(self.stacks[cell])
        if kind is game.StepKind.CELL:
            label = Text("place on {cell}", "choice", cell=name)
        elif kind is game.StepKind.PIECE:
            label = Counted("move {cell}, a stone", "move {cell}, {number} high", high, cell=name)
        else:
            label = Counted("{cell}, a stone", "{cell}, {number} high", high, cell=name)
        return game.Step.on(name, kind, label)

    def _check_taken(self, taken: Sequence[str]) -> None:
        self.check_running(" ".join(taken))
        for number, text in enumerate(taken):
            offered = self._offered(taken[:number])
            if text not in offered:
                raise not_offered(text, offered)

    def _move_of(self, taken: Sequence[str]) -> turns.AbandeMove | None:
        """The move that the steps ``taken`` make, or None when they stop halfway."""
        index, variant = self._board.index, self.variant_id
        if len(taken) == 2:
            return turns.AbandeMove(variant, index[taken[1]], index[taken[0]])
        if not taken or (taken[0] != _PASS and self.stacks[index[taken[0]]] != turns.EMPTY):
            return None
        return turns.AbandeMove(variant, index.get(taken[0]))

    def _read_pass(self, first: Word, others: Sequence[Word], text: str) -> turns.AbandeMove:
        if not self._turns().may_pass:
            raise IllegalMove("may_not_pass", self._reasons.no_pass(), text=text)
        if others:
            extra = others[0] if _name(first) == _PASS else first
            message = Text(
                "A pass is a whole turn. Leave out {typed}.",
                typed=extra.quoted.lower(),
            )
            raise extra.misread("too_much", message)
        return turns.AbandeMove(self.variant_id)

    def _read_insert(self, word: Word) -> turns.AbandeMove:
        cell, possible = word.cell_on(self._board), self._turns()
        if cell in possible.inserts:
            return turns.AbandeMove(self.variant_id, cell)
        if cell in possible.targets:
            message = Text("Say which enemy piece {cell} moves onto.", cell=word.text)
            raise NotationError("incomplete", message, text=word.typed)
        raise word.illegal("bad_insert", self._reasons.no_insert(cell))

    def _read_move(self, piece: Word, onto: Word) -> turns.AbandeMove:
        origin, target = (word.cell_on(self._board) for word in (piece, onto))
        if target in self._turns().targets.get(origin, ()):
            return turns.AbandeMove(self.variant_id, target, origin)
        message = self._reasons.no_origin(origin)
        if message is not None:
            raise piece.illegal("bad_piece", message)
        raise onto.illegal("bad_target", self._reasons.no_target(origin, target))


def _name(word: Word) -> str:
    """The cell that a word names, or ``pass``."""
    return _PASS if word.text in PASSING else word.text


def _prompt(kinds: set[game.StepKind]) -> Text:
    """The question of the first menu, by what it offers."""
    if kinds == {game.StepKind.CELL}:
        return Text("Where do you place a stone?")
    if kinds == {game.StepKind.PASS}:
        return Text("You can only pass.")
    if game.StepKind.PASS in kinds:
        return Text("Move which piece, or pass?")
    return Text("Place a stone, or move which piece?")


def _colours(stack: int) -> tuple[game.Colour, ...]:
    """The colours of a stack's stones from the bottom to the top."""
    return tuple(stack >> level & 1 for level in reversed(range(turns.height(stack))))
