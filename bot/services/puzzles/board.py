"""Somebody's board with a puzzle: what it shows, and how it changes."""

from __future__ import annotations

import functools
import zlib
from dataclasses import dataclass, replace
from datetime import datetime

from bot.services.composer import Composition, begin, compose
from bot.services.puzzles.storage import PuzzleState
from rules.errors import MoveError
from rules.game import Position
from rules.puzzles import Consequence, Puzzle, consequence


@dataclass(frozen=True, slots=True)
class Course:
    """The puzzles that teach a game, and which of them somebody has solved."""

    game: str
    puzzles: tuple[Puzzle, ...]
    solved: frozenset[str]

    @property
    def next_one(self) -> Puzzle | None:
        """The first that is not solved; None when all are."""
        return next((each for each in self.puzzles if each.id not in self.solved), None)

    def number_of(self, puzzle: Puzzle) -> int:
        """Which of the puzzles it is, counted from 1; raises ValueError for none of them."""
        return self.puzzles.index(puzzle) + 1


@dataclass(frozen=True, slots=True)
class PuzzleBoard:
    """How a puzzle stands for somebody.

    ``composition`` is the answer so far; None when one was given, of which ``reached`` then tells
    what it leads to, once that was worked out. ``course`` is None for a puzzle that is no part of
    one.
    """

    puzzle: Puzzle
    state: PuzzleState
    position: Position
    composition: Composition | None
    reached: Consequence | None = None
    course: Course | None = None

    @property
    def stage(self) -> str:
        """Eight hexadecimal digits that differ when something else was chosen or answered."""
        now = self.state
        told = (now.puzzle, *now.taken, "", now.answer or "", str(now.tries))
        return f"{zlib.crc32(chr(0).join(told).encode()):08x}"


def board_of(puzzle: Puzzle, state: PuzzleState) -> PuzzleBoard:
    """The board; what the rules do not allow any more, because they were mended, is left away."""
    position = puzzle.position
    try:
        if state.answer is not None:
            position.parse(state.answer)
            return PuzzleBoard(puzzle, state, position, None)
        composition = compose(position, state.taken) if state.taken else begin(position)
    except MoveError:
        state, composition = replace(state, answer=None, taken=()), begin(position)
    return PuzzleBoard(puzzle, state, position, composition)


@functools.lru_cache(maxsize=256)
def reached(puzzle: Puzzle, answer: str) -> Consequence:
    """What an answer leads to; may take some tenths of a second."""
    return consequence(puzzle, puzzle.position.parse(answer))


def take(board: PuzzleBoard, number: int, now: datetime) -> PuzzleState:
    """Take the step with this number, and give the answer if it is whole; raises IndexError."""
    if board.composition is None:
        raise IndexError(number)
    further = board.composition.take(number)
    if further.is_whole:
        return _answered(board, str(further.menu.complete), now)
    return replace(board.state, taken=further.taken)


def stop(board: PuzzleBoard, now: datetime) -> PuzzleState:
    """Give the answer as it is; raises IndexError if it cannot end here."""
    if board.composition is None or board.composition.menu.complete is None:
        raise IndexError
    return _answered(board, str(board.composition.menu.complete), now)


def type_answer(board: PuzzleBoard, text: str, now: datetime) -> PuzzleState:
    """Give the answer that ``text`` means; raises MoveError, or IndexError when one was given."""
    if board.composition is None:
        raise IndexError
    return _answered(board, str(board.position.parse(text)), now)


def go_back(board: PuzzleBoard) -> PuzzleState:
    """Without the last step, or the answer."""
    if board.composition is None:
        return replace(board.state, taken=(), answer=None)
    return replace(board.state, taken=board.composition.back().taken)


def _answered(board: PuzzleBoard, move: str, now: datetime) -> PuzzleState:
    state = replace(board.state, taken=(), answer=move)
    if state.solved_at is not None:
        return state
    is_right = board.puzzle.accepts(move)
    return replace(state, tries=state.tries + 1, solved_at=now if is_right else None)
