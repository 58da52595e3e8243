"""Abande (Dieter Stein, 2005): one band of stones and stacks, in which only contact counts.

Which turns a position allows is decided in ``turns`` alone; menus, typed moves and lists of
moves all read that.
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
    CutOff,
    Event,
    Fact,
    GameInfo,
    Move,
    Moved,
    Outcome,
    Passed,
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
from rules.games.abande.info import COLOURS, INFO, VARIANTS
from rules.games.abande.reasons import Reasons, piece
from rules.games.abande.turns import (
    EMPTY,
    PASSES_TO_END,
    RESERVE,
    AbandeMove,
    Turns,
    board_of,
    height,
    lonely,
    move_of,
    piled,
    turns,
)
from rules.words import PASSING, Notation, Word, listed, plural, read_words

_PASS = "pass"
_WORD = re.compile(
    rf"(?:{'|'.join(sorted(PASSING))})(?![a-z0-9])|(?:[x\u00d7]\s*)?[a-z][0-9]{{1,3}}(?![0-9])",
    re.IGNORECASE | re.ASCII,
)
_MARK = re.compile(r"[x\u00d7]\s*(?=[a-z])")
_TOLD = "the cell of a new stone, or a piece and the enemy piece that it moves onto"
_NOTATION = Notation(INFO.name, "cell", _TOLD, _WORD, 2)
_HINTS = 3


@dataclass(frozen=True, slots=True)
class AbandePosition(Position):
    """A position of Abande: a stack for every cell, and what is left in reserve by seat."""

    variant_id: str
    stacks: bytes
    reserve: tuple[int, int] = (RESERVE, RESERVE)
    passes: int = 0
    plies: int = 0
    left: Seat | None = None

    @property
    def info(self) -> GameInfo:
        return INFO

    @property
    def variant(self) -> Variant:
        return VARIANTS[self.variant_id]

    @property
    def ply(self) -> int:
        return self.plies

    @property
    def to_move(self) -> Seat | None:
        running = self.left is None and self.passes < PASSES_TO_END
        return self.plies % 2 if running else None

    @property
    def outcome(self) -> Outcome | None:
        if self.left is not None:
            return Outcome(((1 - self.left,), (self.left,)), Reason.LEFT)
        if self.passes < PASSES_TO_END:
            return None
        white, black = self._scores()
        if white == black:
            return Outcome(((0, 1),), Reason.SCORE, (white, black))
        winner = 0 if white > black else 1
        return Outcome(((winner,), (1 - winner,)), Reason.SCORE, (white, black))

    def steps(self, taken: Sequence[str] = ()) -> StepMenu:
        self._check_taken(taken)
        complete = self._move_of(taken)
        if complete is not None:
            return StepMenu("", (), complete)
        options = tuple(self._offered(taken).values())
        if taken:
            return StepMenu(f"Where does {taken[0]} move?", options)
        return StepMenu(_prompt({step.kind for step in options}), options)

    def joined(self, taken: Sequence[str] = ()) -> StepMenu | None:
        self._check_taken(taken)
        possible, names = self._turns(), self._names
        if taken or not possible.targets:
            return None
        first = tuple(self._offered(()).values())
        climbs = tuple(
            Step(f"{start} {end}", StepKind.LANDING, f"{start} onto {end}", (end,))
            for origin, targets in possible.targets.items()
            for start, end in ((names[origin], names[target]) for target in targets)
        )
        others = tuple(step for step in first if step.kind is not StepKind.PIECE)
        return StepMenu(_prompt({step.kind for step in first}), (*others, *climbs))

    def moves(self) -> Iterator[Move]:
        variant, possible = self.variant_id, self._turns()
        for cell in possible.inserts:
            yield move_of(variant, cell)
        for origin, targets in possible.targets.items():
            for target in targets:
                yield move_of(variant, target, origin)
        if possible.may_pass:
            yield move_of(variant)

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
    def parse(self, text: str) -> AbandeMove:
        self._check_running(text)
        first, *others = _NOTATION.read_all(text, board_of(self.variant_id).index)
        if _PASS in map(_name, (first, *others)):
            return self._read_pass(first, others, text)
        if others:
            return self._read_move(first, others[0], text)
        return self._read_insert(first, text)

    def legal(self, move: Move | str) -> AbandeMove:
        if isinstance(move, AbandeMove) and move.variant == self.variant_id:
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

    def after(self, move: Move) -> AbandePosition:
        assert isinstance(move, AbandeMove)
        variant, plies = self.variant_id, self.plies + 1
        if move.target is None:
            passes = self.passes + 1
            stacks = self._counting() if passes >= PASSES_TO_END else self.stacks
            return AbandePosition(variant, stacks, self.reserve, passes, plies)
        changed, reserve = bytearray(self.stacks), self.reserve
        if move.origin is None:
            seat, (white, black) = self.plies % 2, reserve
            reserve = (white, black - 1) if seat else (white - 1, black)
            changed[move.target] = EMPTY << 1 | seat
        else:
            changed[move.target] = piled(changed[move.target], changed[move.origin])
            changed[move.origin] = EMPTY
        return AbandePosition(variant, bytes(changed), reserve, 0, plies)

    def events(self, move: Move) -> tuple[Event, ...]:
        turn, seat, names = self.legal(move), self.plies % 2, self._names
        if turn.target is None:
            pieces = self.pieces()
            removed = tuple((name, pieces[name]) for name in self._removed_by_pass())
            return (Passed(seat), CutOff(removed)) if removed else (Passed(seat),)
        target = names[turn.target]
        if turn.origin is None:
            return (Placed(seat, target),)
        return (Moved(seat, names[turn.origin], (target,), height(self.stacks[turn.origin])),)

    def describe(self, move: Move) -> str:
        turn, player, names = self.legal(move), COLOURS[self.plies % 2], self._names
        if turn.target is None:
            return f"{player} passes{self._ending()}."
        target = names[turn.target]
        if turn.origin is None:
            return f"{player} places a stone on {target}."
        total = height(self.stacks[turn.origin]) + height(self.stacks[turn.target])
        return f"{player} moves {names[turn.origin]} onto {target}, making a stack of {total}."

    def pieces(self) -> Mapping[Cell, Piece]:
        return {
            name: Piece(stack & 1, height(stack), _colours(stack))
            for name, stack in zip(self._names, self.stacks, strict=True)
            if stack != EMPTY
        }

    def colour_of(self, seat: Seat) -> Colour:
        return seat

    def facts(self) -> tuple[Fact, ...]:
        return (
            *(Fact(seat, "in reserve", str(left)) for seat, left in enumerate(self.reserve)),
            *(
                Fact(seat, plural(points, "point"), str(points))
                for seat, points in enumerate(self._scores())
            ),
        )

    def leave(self, seat: Seat) -> AbandePosition:
        if seat not in (0, 1) or self.to_move is None:
            raise ValueError(f"seat {seat} has no place in this match to give up")
        return replace(self, left=seat)

    def encode(self) -> str:
        stacks = ",".join(
            f"{name}={''.join(COLOURS[colour][0] for colour in piece.stack)}"
            for name, piece in self.pieces().items()
        )
        white, black = self.reserve
        left = "" if self.left is None else f" left:{self.left}"
        return (
            f"{self.variant_id} ply:{self.plies} reserve:{white},{black} passes:{self.passes}"
            f" stacks:{stacks}{left}"
        )

    @property
    def _names(self) -> tuple[str, ...]:
        return board_of(self.variant_id).names

    @property
    def _inserted(self) -> int:
        """How many stones both players have inserted together."""
        return 2 * RESERVE - sum(self.reserve)

    @property
    def _reasons(self) -> Reasons:
        seat = self.plies % 2
        return Reasons(self.variant_id, self.stacks, seat, self.reserve[seat], self._inserted)

    def _turns(self) -> Turns:
        """What may be done now, nothing when the game is over."""
        seat = self.to_move
        if seat is None:
            return Turns()
        return turns(self.variant_id, self.stacks, seat, self.reserve[seat], self._inserted)

    def _scores(self) -> tuple[int, int]:
        """The points of both players if the game ended here (rule sheet, Goal)."""
        points = [0, 0]
        for stack in self._counting():
            points[stack & 1] += height(stack)
        return points[0], points[1]

    def _counting(self) -> bytes:
        """The stacks without those that have no adjacent enemy piece."""
        stacks = bytearray(self.stacks)
        for cell in lonely(self.variant_id, self.stacks):
            stacks[cell] = EMPTY
        return bytes(stacks)

    def _removed_by_pass(self) -> tuple[str, ...]:
        """The cells emptied when the player to move passes: none unless that ends the game."""
        if self.passes + 1 < PASSES_TO_END:
            return ()
        return tuple(self._names[cell] for cell in lonely(self.variant_id, self.stacks))

    def _ending(self) -> str:
        """What a pass brings about, to be said after it."""
        removed = self._removed_by_pass()
        if not removed:
            return " and ends the game" if self.passes else ""
        return f" and ends the game, which cuts off {listed(removed)}"

    def _offered(self, taken: Sequence[str]) -> Mapping[str, Step]:
        """The steps that can follow ``taken``, by their text."""
        possible = self._turns()
        if taken:
            origin = board_of(self.variant_id).index.get(taken[0], -1)
            targets = possible.targets.get(origin, ()) if len(taken) == 1 else ()
            steps = [self._cell_step(StepKind.LANDING, target) for target in targets]
        else:
            steps = [self._cell_step(StepKind.CELL, cell) for cell in possible.inserts]
            steps += [self._cell_step(StepKind.PIECE, origin) for origin in possible.targets]
            steps += [Step(_PASS, StepKind.PASS, _PASS)] * possible.may_pass
        return {step.text: step for step in steps}

    def _cell_step(self, kind: StepKind, cell: int) -> Step:
        name, stack = self._names[cell], self.stacks[cell]
        if kind is StepKind.CELL:
            return Step(name, kind, f"place on {name}", (name,))
        verb = "move " if kind is StepKind.PIECE else ""
        return Step(name, kind, f"{verb}{name}, {piece(stack)}", (name,))

    def _check_running(self, text: str) -> None:
        if self.to_move is None:
            raise IllegalMove("game_over", "the game is over", text=text)

    def _check_taken(self, taken: Sequence[str]) -> None:
        self._check_running(" ".join(taken))
        for number, text in enumerate(taken):
            offered = self._offered(taken[:number])
            if text not in offered:
                message = f"{text} cannot be chosen here"
                hints = tuple(itertools.islice(offered, _HINTS))
                raise IllegalMove("not_offered", message, text=text, hints=hints)

    def _move_of(self, taken: Sequence[str]) -> AbandeMove | None:
        """The move that the steps ``taken`` make, or None when they stop halfway."""
        index, variant = board_of(self.variant_id).index, self.variant_id
        if len(taken) == 2:
            return AbandeMove(variant, index[taken[1]], index[taken[0]])
        if not taken or (taken[0] != _PASS and self.stacks[index[taken[0]]] != EMPTY):
            return None
        return AbandeMove(variant, index.get(taken[0]))

    def _read_pass(self, first: Word, others: Sequence[Word], text: str) -> AbandeMove:
        if not self._turns().may_pass:
            raise IllegalMove("may_not_pass", self._reasons.no_pass(), text=text)
        if others:
            extra = others[0] if _name(first) == _PASS else first
            message = f"a pass is a turn of its own, so {extra.text} does not go with it"
            raise NotationError("too_much", message, text=text, span=extra.span)
        return AbandeMove(self.variant_id)

    def _read_insert(self, word: Word, text: str) -> AbandeMove:
        cell = self._read_cell(word, text)
        possible = self._turns()
        if cell in possible.inserts:
            return AbandeMove(self.variant_id, cell)
        if cell in possible.targets:
            message = f"say which enemy piece {_name(word)} moves onto"
            raise NotationError("incomplete", message, text=text)
        message = self._reasons.no_insert(cell)
        raise IllegalMove("bad_insert", message, text=text, span=word.span)

    def _read_move(self, piece: Word, onto: Word, text: str) -> AbandeMove:
        origin, target = self._read_cell(piece, text), self._read_cell(onto, text)
        if target in self._turns().targets.get(origin, ()):
            return AbandeMove(self.variant_id, target, origin)
        message = self._reasons.no_origin(origin)
        if message is not None:
            raise IllegalMove("bad_piece", message, text=text, span=piece.span)
        message = self._reasons.no_target(origin, target)
        raise IllegalMove("bad_target", message, text=text, span=onto.span)

    def _read_cell(self, word: Word, text: str) -> int:
        board, name = board_of(self.variant_id), _name(word)
        cell = board.index.get(name)
        if cell is None:
            raise NotationError("no_such_cell", board.no_cell(name), text=text, span=word.span)
        return cell


def _name(word: Word) -> str:
    """The cell that a word names, whether or not a capture is marked before it, or ``pass``."""
    return _PASS if word.text in PASSING else _MARK.sub("", word.text)


def _prompt(kinds: set[StepKind]) -> str:
    """The question of the first menu, by what it offers."""
    if kinds == {StepKind.CELL}:
        return "Where do you place a stone?"
    if kinds == {StepKind.PASS}:
        return "You can only pass."
    if StepKind.PASS in kinds:
        return "Move which piece, or pass?"
    return "Place a stone, or move which piece?"


def _colours(stack: int) -> tuple[Colour, ...]:
    """The colours of a stack's stones from the bottom to the top."""
    return tuple(stack >> level & 1 for level in reversed(range(height(stack))))
