"""Solving puzzles: one stored board for each person and puzzle, which says what was solved."""

import asyncio
import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.events import Events
from bot.core.matches import Now, game_of
from bot.core.people import players
from bot.features import moves
from bot.features.practice import storage
from bot.features.practice.service import offered, typed
from bot.features.practice.storage import PuzzleState
from data.database import Database
from data.ids import PlayerId
from rules.errors import MoveError
from rules.game import GameInfo, Position
from rules.puzzles import Consequence, Puzzle, consequence, lessons, puzzle_of
from rules.texts import Text

TRIES = 3
"""How many answers count, of a puzzle that is no lesson."""


@dataclass(frozen=True, slots=True)
class PuzzleAsked:
    """An event: asks features for the puzzle with an id of theirs, which is for this person."""

    player_id: PlayerId
    puzzle_id: str


@dataclass(frozen=True, slots=True)
class PuzzleTried:
    """An event: a person gave an answer that counts."""

    player_id: PlayerId
    puzzle_id: str
    is_right: bool


@dataclass(frozen=True, slots=True)
class Course:
    """The puzzles that teach a game, and which of them a person has solved."""

    game: str
    puzzles: tuple[Puzzle, ...]
    solved: frozenset[str]

    @property
    def next_one(self) -> Puzzle | None:
        """The first unsolved puzzle; None if all are solved."""
        return next((each for each in self.puzzles if each.id not in self.solved), None)

    def number_of(self, puzzle: Puzzle) -> int:
        """The number of a puzzle, from 1; raises ValueError if it is not in the course."""
        return self.puzzles.index(puzzle) + 1


@dataclass(frozen=True, slots=True)
class PuzzleBoard:
    """The board of a person and a puzzle.

    ``composition`` is the answer so far, None if one was given; ``reached`` then is what that leads
    to, once it was computed. ``course`` is None for a puzzle that belongs to none.
    """

    puzzle: Puzzle
    state: PuzzleState
    position: Position
    composition: moves.Composition | None
    reached: Consequence | None = None
    course: Course | None = None

    @property
    def stage(self) -> str:
        """A digest of the steps and answers so far, by which outdated buttons are recognised."""
        now = self.state
        return moves.stage_of(now.puzzle, *now.taken, "", now.answer or "", str(now.tries))

    @property
    def tries_left(self) -> int | None:
        """How many more answers count; None for a lesson, where all do."""
        is_lesson = self.puzzle in lessons(self.puzzle.game)
        return None if is_lesson else max(TRIES - self.state.tries, 0)

    @property
    def is_over(self) -> bool:
        """Whether it was solved, or no more answers count."""
        return self.state.solved_at is not None or self.tries_left == 0


def board_of(puzzle: Puzzle, state: PuzzleState) -> PuzzleBoard:
    """The board; an answer that the rules do not allow any more is left out."""
    position = puzzle.position
    try:
        if state.answer is not None:
            position.parse(state.answer)
            return PuzzleBoard(puzzle, state, position, None)
        composition = moves.compose(position, state.taken) if state.taken else moves.begin(position)
    except MoveError:
        state, composition = replace(state, answer=None, taken=()), moves.begin(position)
    return PuzzleBoard(puzzle, state, position, composition)


@functools.lru_cache(maxsize=256)
def reached(puzzle: Puzzle, answer: str) -> Consequence:
    """What an answer leads to; can take some tenths of a second."""
    return consequence(puzzle, puzzle.position.parse(answer))


def go_back(board: PuzzleBoard) -> moves.Choice:
    """Take back the last step, or else the answer."""
    return moves.Choice(() if board.composition is None else board.composition.back().taken)


def chosen(board: PuzzleBoard, choice: moves.Choice, now: datetime) -> PuzzleState:
    """Take a step, and give the answer if it is complete; it counts until the puzzle is over."""
    state = replace(board.state, taken=choice.taken, answer=choice.move)
    if choice.move is None or board.is_over:
        return state
    is_right = board.puzzle.accepts(choice.move)
    return replace(state, tries=state.tries + 1, solved_at=now if is_right else None)


class UnknownPuzzle(ServiceError):
    """There is no such puzzle, or none any more."""

    says = Text("There is no such puzzle any more. For others, use `/rules`.")


class NoLessons(ServiceError):
    """Nobody has made puzzles that teach this game."""

    says = Text("There are no puzzles for {game}. For its rules with pictures, use `/rules`.")

    info: GameInfo


@dataclass(eq=False)
class PuzzleService:
    """Changes puzzle boards. Each change names the stage of the board for which it is meant.

    All methods raise UnknownPuzzle; changes also MovedOn with the current board, if that has
    another stage.
    """

    _database: Database
    _now: Now
    _events: Events

    async def course(self, actor: Actor, game: str) -> Course:
        """The course of a game, with what the actor solved. Raises UnknownGame or NoLessons."""
        info = game_of(game).info
        if not lessons(game):
            raise NoLessons(info)
        return await self._course(actor.id, game)

    async def open(self, actor: Actor, puzzle_id: str) -> PuzzleBoard:
        """The actor's board of a puzzle."""
        puzzle = await self._known(actor, puzzle_id)
        state = await self._database.read(storage.puzzle_state, actor.id, puzzle.id)
        return await self._board(actor, puzzle, state)

    async def take(self, actor: Actor, puzzle_id: str, stage: str, number: int) -> PuzzleBoard:
        """Take the choice with this number, or ``STOP``, and answer if the move is complete."""
        return await self._change(actor, puzzle_id, stage, lambda now: offered(now, number))

    async def submit(self, actor: Actor, puzzle_id: str, stage: str, text: str) -> PuzzleBoard:
        """Give the answer that was typed; raises IllegalThere."""
        return await self._change(actor, puzzle_id, stage, lambda now: typed(now, text))

    async def back(self, actor: Actor, puzzle_id: str, stage: str) -> PuzzleBoard:
        """Take back the last step, or else the answer."""
        return await self._change(actor, puzzle_id, stage, go_back)

    async def _change(
        self,
        actor: Actor,
        puzzle_id: str,
        stage: str,
        change: Callable[[PuzzleBoard], moves.Choice],
    ) -> PuzzleBoard:
        puzzle, at = await self._known(actor, puzzle_id), self._now()

        def write(connection: Connection) -> PuzzleState:
            players.ensure(connection, [actor.id], at)
            kept = storage.puzzle_state(connection, actor.id, puzzle.id, lock=True)
            if kept.key == actor.key:
                return kept  # this very press was heard before
            before = board_of(puzzle, kept)
            if before.stage != stage:
                raise moves.MovedOn(before)
            after = replace(chosen(before, change(before), at), key=actor.key)
            storage.put_puzzle(connection, actor.id, after, at)
            if after.tries > kept.tries:
                is_right = after.solved_at is not None
                self._events.tell(connection, PuzzleTried(actor.id, puzzle.id, is_right), at)
            return after

        try:
            return await self._board(actor, puzzle, await self._database.write(write))
        except (moves.MovedOn, moves.IllegalThere) as refused:
            whole = await self._board(actor, puzzle, refused.now.state)
            raise replace(refused, now=whole) from refused

    async def _board(self, actor: Actor, puzzle: Puzzle, state: PuzzleState) -> PuzzleBoard:
        """The whole board; what an answer leads to is computed in a thread."""
        found, led_to = board_of(puzzle, state), None
        if found.state.answer is not None:
            led_to = await asyncio.to_thread(reached, puzzle, found.state.answer)
        teaches = puzzle in lessons(puzzle.game)
        course = await self._course(actor.id, puzzle.game) if teaches else None
        return replace(found, reached=led_to, course=course)

    async def _course(self, player_id: PlayerId, game: str) -> Course:
        found = lessons(game)
        ids = [each.id for each in found]
        return Course(game, found, await self._database.read(storage.solved, player_id, ids))

    async def _known(self, actor: Actor, puzzle_id: str) -> Puzzle:
        puzzle = puzzle_of(puzzle_id) or await self._database.read(self._asked, actor, puzzle_id)
        if puzzle is None:
            raise UnknownPuzzle
        return puzzle

    def _asked(self, connection: Connection, actor: Actor, puzzle_id: str) -> Puzzle | None:
        found = self._events.ask(connection, PuzzleAsked(actor.id, puzzle_id))
        return next(filter(None, found), None)
