"""Somebody's board with a puzzle: what it shows, and how it changes."""

import functools
from dataclasses import dataclass, replace
from datetime import datetime

from bot.services.composer import Choice, Composition, begin, compose, stage_of
from bot.services.errors import ServiceError
from bot.services.puzzles.storage import PuzzleState
from rules.errors import MoveError
from rules.game import GameInfo, Position
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
        """What differs when something else was chosen or answered."""
        now = self.state
        return stage_of(now.puzzle, *now.taken, "", now.answer or "", str(now.tries))


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


def chosen(board: PuzzleBoard, choice: Choice, now: datetime) -> PuzzleState:
    """Take the step, and give the answer if it is whole."""
    if choice.move is not None:
        return answered(board, choice.move, now)
    return replace(board.state, taken=choice.taken)


def go_back(board: PuzzleBoard) -> PuzzleState:
    """Without the last step, or the answer."""
    if board.composition is None:
        return replace(board.state, taken=(), answer=None)
    return replace(board.state, taken=board.composition.back().taken)


def answered(board: PuzzleBoard, move: str, now: datetime) -> PuzzleState:
    """Give the answer, in notation."""
    state = replace(board.state, taken=(), answer=move)
    if state.solved_at is not None:
        return state
    is_right = board.puzzle.accepts(move)
    return replace(state, tries=state.tries + 1, solved_at=now if is_right else None)


class UnknownPuzzle(ServiceError):
    """There is no such puzzle, or none any more."""


class NoLessons(ServiceError):
    """Nobody has made puzzles that teach this game."""

    info: GameInfo
