"""Puzzles: one board for each person and puzzle, kept for good, since it tells what was solved."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.composer import IllegalThere, MovedOn, choose
from bot.services.matches import Now, game_of
from bot.services.people import players
from bot.services.puzzles import board, storage
from bot.services.puzzles.board import (
    Course,
    NoLessons,
    PuzzleBoard,
    UnknownPuzzle,
    board_of,
    reached,
)
from bot.services.puzzles.storage import PuzzleState
from data.database import Database
from data.ids import PlayerId
from rules.errors import MoveError
from rules.puzzles import Puzzle, lessons, puzzle_of

Solved: TypeAlias = Callable[[Connection, PlayerId, str, datetime], None]
"""Is told who has solved which puzzle for the first time, and when."""


class PuzzleService:
    """Each change names the stage of the board that it is meant for; a repeated one finds another.

    Everything raises UnknownPuzzle; changes also MovedOn, with the board as it is.
    """

    def __init__(self, database: Database, now: Now, solved: Solved) -> None:
        """``solved`` takes part in the transaction in which somebody solves a puzzle."""
        self._database = database
        self._now = now
        self._solved = solved

    async def course(self, actor: Actor, game: str) -> Course:
        """The puzzles that teach a game, and how far the actor has come.

        Raises UnknownGame or NoLessons.
        """
        info = game_of(game).info
        if not lessons(game):
            raise NoLessons(info)
        return await self._course(actor.id, game)

    async def open(self, actor: Actor, puzzle_id: str) -> PuzzleBoard:
        """The actor's board with the puzzle, where it was left."""
        puzzle = _known(puzzle_id)
        state = await self._database.read(storage.get, actor.id, puzzle.id)
        return await self._board(actor, puzzle, state)

    async def take(self, actor: Actor, puzzle_id: str, stage: str, number: int) -> PuzzleBoard:
        """Take the choice with this number, or ``STOP``, and give the answer if it is whole."""

        def take(now: PuzzleBoard, at: datetime) -> PuzzleState:
            choice = choose(now.composition, number)
            if choice is None:
                raise MovedOn(now)
            return board.chosen(now, choice, at)

        return await self._change(actor, puzzle_id, stage, take)

    async def submit(self, actor: Actor, puzzle_id: str, stage: str, text: str) -> PuzzleBoard:
        """Give the answer that was typed; raises IllegalThere."""

        def typed(now: PuzzleBoard, at: datetime) -> PuzzleState:
            if now.composition is None:  # an answer was given
                raise MovedOn(now)
            try:
                return board.answered(now, str(now.position.parse(text)), at)
            except MoveError as error:
                raise IllegalThere(error, now) from error

        return await self._change(actor, puzzle_id, stage, typed)

    async def back(self, actor: Actor, puzzle_id: str, stage: str) -> PuzzleBoard:
        """Take back the last step, or else the answer."""
        return await self._change(actor, puzzle_id, stage, lambda now, _: board.go_back(now))

    async def _change(
        self,
        actor: Actor,
        puzzle_id: str,
        stage: str,
        change: Callable[[PuzzleBoard, datetime], PuzzleState],
    ) -> PuzzleBoard:
        puzzle, at = _known(puzzle_id), self._now()

        def write(connection: Connection) -> PuzzleState:
            players.ensure(connection, [actor.id], at)
            kept = storage.get(connection, actor.id, puzzle.id, lock=True)
            before = board_of(puzzle, kept)
            if before.stage != stage:
                raise MovedOn(before)
            after = change(before, at)
            storage.put(connection, actor.id, after, at)
            if kept.solved_at is None and after.solved_at is not None:
                self._solved(connection, actor.id, puzzle.id, at)
            return after

        try:
            return await self._board(actor, puzzle, await self._database.write(write))
        except (MovedOn, IllegalThere) as refused:
            whole = await self._board(actor, puzzle, refused.now.state)
            raise replace(refused, now=whole) from refused

    async def _board(self, actor: Actor, puzzle: Puzzle, state: PuzzleState) -> PuzzleBoard:
        """The board, worked out beside the event loop where that takes long."""
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


def _known(puzzle_id: str) -> Puzzle:
    puzzle = puzzle_of(puzzle_id)
    if puzzle is None:
        raise UnknownPuzzle
    return puzzle
