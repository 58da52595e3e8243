"""Puzzles: one board for each person and puzzle, kept for good, since it tells what was solved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import Now, game_of
from bot.services.people import players
from bot.services.puzzles import board, storage
from bot.services.puzzles.board import Course, PuzzleBoard, board_of, reached
from bot.services.puzzles.errors import (
    IllegalAnswer,
    NoLessons,
    PuzzleMovedOn,
    UnknownPuzzle,
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

    Everything raises UnknownPuzzle; changes also PuzzleMovedOn, with the board as it is.
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
        found = lessons(game)
        if not found:
            raise NoLessons(info)
        ids = [each.id for each in found]
        return Course(game, found, await self._database.read(storage.solved, actor.id, ids))

    async def open(self, actor: Actor, puzzle_id: str) -> PuzzleBoard:
        """The actor's board with the puzzle, where it was left."""
        puzzle = _known(puzzle_id)
        state = await self._database.read(storage.get, actor.id, puzzle.id)
        return await self._board(actor, puzzle, state)

    async def take(self, actor: Actor, puzzle_id: str, stage: str, number: int) -> PuzzleBoard:
        """Take the step with this number, counted from 0, and give the answer if it is whole."""
        return await self._change(
            actor, puzzle_id, stage, lambda now, at: board.take(now, number, at)
        )

    async def stop(self, actor: Actor, puzzle_id: str, stage: str) -> PuzzleBoard:
        """Give the answer as far as it is put together."""
        return await self._change(actor, puzzle_id, stage, board.stop)

    async def submit(self, actor: Actor, puzzle_id: str, stage: str, text: str) -> PuzzleBoard:
        """Give the answer that was typed; raises IllegalAnswer."""

        def typed(now: PuzzleBoard, at: datetime) -> PuzzleState:
            try:
                return board.type_answer(now, text, at)
            except MoveError as error:
                raise IllegalAnswer(error, now) from error

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

        def write(connection: Connection) -> tuple[PuzzleState, bool]:
            players.ensure(connection, [actor.id], at)
            kept = storage.get(connection, actor.id, puzzle.id, lock=True)
            before = board_of(puzzle, kept)
            if before.stage != stage:
                return kept, False
            try:
                after = change(before, at)
            except IndexError:
                return kept, False
            storage.put(connection, actor.id, after, at)
            if kept.solved_at is None and after.solved_at is not None:
                self._solved(connection, actor.id, puzzle.id, at)
            return after, True

        try:
            state, done = await self._database.write(write)
        except IllegalAnswer as refused:
            whole = await self._board(actor, puzzle, refused.board.state)
            raise IllegalAnswer(refused.error, whole) from refused
        found = await self._board(actor, puzzle, state)
        if not done:
            raise PuzzleMovedOn(found)
        return found

    async def _board(self, actor: Actor, puzzle: Puzzle, state: PuzzleState) -> PuzzleBoard:
        """The board, worked out beside the event loop where that takes long."""
        found, led_to = board_of(puzzle, state), None
        if found.state.answer is not None:
            led_to = await asyncio.to_thread(reached, puzzle, found.state.answer)
        return replace(found, reached=led_to, course=await self._course_of(actor.id, puzzle))

    async def _course_of(self, player_id: PlayerId, puzzle: Puzzle) -> Course | None:
        found = lessons(puzzle.game)
        if puzzle not in found:
            return None
        ids = [each.id for each in found]
        solved = await self._database.read(storage.solved, player_id, ids)
        return Course(puzzle.game, found, solved)


def _known(puzzle_id: str) -> Puzzle:
    puzzle = puzzle_of(puzzle_id)
    if puzzle is None:
        raise UnknownPuzzle
    return puzzle
