"""Trying a game alone: one board for each person, kept until another is begun."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.services.matches.errors import IllegalPractice, NoPractice, PracticeMovedOn, UnknownVariant
from bot.services.matches.games import game_of, variant_of
from bot.services.matches.store import Clock
from bot.services.practice import board as practising
from bot.services.practice.board import PracticeBoard, board_of
from data import players, practices
from data.database import Database
from data.ids import PlayerId
from data.practices import Practice
from rules.errors import MoveError

_SEEDS = 2**31


class PracticeService:
    """Each change names the stage of the board that it is meant for; a repeated one finds another.

    Such changes raise NoPractice, or PracticeMovedOn with the board as it is.
    """

    def __init__(self, database: Database, clock: Clock, randomness: Random) -> None:
        self._database = database
        self._clock = clock
        self._randomness = randomness

    async def open(self, player_id: PlayerId, game: str) -> PracticeBoard:
        """The player's board of this game where it was left, or a new one in place of another's.

        Raises UnknownGame.
        """
        begun = self._begin(game, None)
        async with self._database.transaction() as connection:
            kept = await practices.get(connection, player_id)
            if kept is not None and kept.game == game:
                return board_of(kept)
            return await self._keep(connection, player_id, begun)

    async def current(self, player_id: PlayerId) -> PracticeBoard:
        """The player's board; raises NoPractice."""
        async with self._database.reading() as connection:
            return await _kept(connection, player_id)

    async def take(self, player_id: PlayerId, stage: str, number: int) -> PracticeBoard:
        """Take the step with this number, counted from 0, and play the move if it is whole."""
        return await self._change(player_id, stage, lambda board: practising.take(board, number))

    async def stop(self, player_id: PlayerId, stage: str) -> PracticeBoard:
        """Play the move as far as it is put together."""
        return await self._change(player_id, stage, practising.stop)

    async def submit(self, player_id: PlayerId, stage: str, text: str) -> PracticeBoard:
        """Play the move that was typed; raises IllegalPractice."""

        def typed(board: PracticeBoard) -> Practice:
            try:
                return practising.type_move(board, text)
            except MoveError as error:
                raise IllegalPractice(error, board) from error

        return await self._change(player_id, stage, typed)

    async def back(self, player_id: PlayerId, stage: str) -> PracticeBoard:
        """Take back the last step, or else the last move."""
        return await self._change(player_id, stage, practising.go_back)

    async def restart(
        self, player_id: PlayerId, stage: str, variant: int | None = None
    ) -> PracticeBoard:
        """Begin anew; ``variant`` counts the game's variants from 0, the same one for None.

        Raises UnknownVariant.
        """

        def anew(board: PracticeBoard) -> Practice:
            info = board.position.info
            if variant is None:
                return self._begin(info.id, board.practice.variant)
            if variant >= len(info.variants):
                raise UnknownVariant(info, str(variant))
            return self._begin(info.id, info.variants[variant].id)

        return await self._change(player_id, stage, anew)

    def _begin(self, game: str, variant: str | None) -> Practice:
        chosen = variant_of(game_of(game).info, variant)
        seed = self._randomness.randrange(_SEEDS) if chosen.seeded else None
        return Practice(game, chosen.id, seed)

    async def _change(
        self, player_id: PlayerId, stage: str, deed: Callable[[PracticeBoard], Practice]
    ) -> PracticeBoard:
        async with self._database.transaction() as connection:
            board = await _kept(connection, player_id)
            if board.stage != stage:
                raise PracticeMovedOn(board)
            try:
                practice = deed(board)
            except IndexError as error:
                raise PracticeMovedOn(board) from error
            return await self._keep(connection, player_id, practice)

    async def _keep(
        self, connection: AsyncConnection, player_id: PlayerId, practice: Practice
    ) -> PracticeBoard:
        now = self._clock()
        await players.ensure(connection, [player_id], now)
        await practices.put(connection, player_id, practice, now)
        return board_of(practice)


async def _kept(connection: AsyncConnection, player_id: PlayerId) -> PracticeBoard:
    practice = await practices.get(connection, player_id)
    if practice is None:
        raise NoPractice
    return board_of(practice)
