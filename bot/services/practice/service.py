"""Trying a game alone: one board for each person, kept until another is begun."""

import asyncio
from collections.abc import Callable
from random import Random

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.composer import IllegalThere, MovedOn, choose
from bot.services.matches import Now, UnknownVariant, game_of, variant_of
from bot.services.people import players
from bot.services.practice import board, storage
from bot.services.practice.board import NoPractice, PracticeBoard, board_of
from bot.services.practice.storage import Practice
from data.database import Database
from data.ids import PlayerId
from rules.errors import MoveError

_SEEDS = 2**31

REMEMBERED = 256
"""How many boards are kept, to save replaying; what is stored is what counts."""

QUICKLY = 8
"""How many moves are replayed on the event loop, which takes a millisecond or two."""


class PracticeService:
    """Each change names the stage of the board that it is meant for; a repeated one finds another.

    Such changes raise NoPractice, or MovedOn with the board as it is.
    """

    def __init__(self, database: Database, now: Now, randomness: Random) -> None:
        self._database = database
        self._now = now
        self._randomness = randomness
        self._boards: LRUCache[Practice, PracticeBoard] = LRUCache(REMEMBERED)

    async def open(self, actor: Actor, game: str) -> PracticeBoard:
        """The player's board of this game where it was left, or a new one in place of another's.

        Raises UnknownGame.
        """
        begun = self._begin(game, None)

        def open_board(connection: Connection) -> Practice:
            kept = storage.get(connection, actor.id, lock=True)
            if kept is not None and kept.game == game:
                return kept
            return self._keep(connection, actor.id, begun)

        return await self._board(await self._database.write(open_board))

    async def current(self, actor: Actor) -> PracticeBoard:
        """The player's board; raises NoPractice."""
        return await self._board(await self._database.read(_kept, actor.id))

    async def take(self, actor: Actor, stage: str, number: int) -> PracticeBoard:
        """Take the choice with this number, or ``STOP``, and play the move if it is whole."""

        def take(now: PracticeBoard) -> Practice:
            choice = choose(now.composition, number)
            if choice is None:
                raise MovedOn(now)
            return board.chosen(now, choice)

        return await self._change(actor, stage, take)

    async def submit(self, actor: Actor, stage: str, text: str) -> PracticeBoard:
        """Play the move that was typed; raises IllegalThere."""

        def typed(now: PracticeBoard) -> Practice:
            try:
                return board.type_move(now, text)
            except MoveError as error:
                raise IllegalThere(error, now) from error

        return await self._change(actor, stage, typed)

    async def back(self, actor: Actor, stage: str) -> PracticeBoard:
        """Take back the last step, or else the last move."""
        return await self._change(actor, stage, board.go_back)

    async def restart(self, actor: Actor, stage: str, variant: int | None = None) -> PracticeBoard:
        """Begin anew; ``variant`` counts the game's variants from 0, the same one for None.

        Raises UnknownVariant.
        """

        def anew(now: PracticeBoard) -> Practice:
            info = now.position.info
            if variant is None:
                return self._begin(info.id, now.practice.variant)
            if variant >= len(info.variants):
                raise UnknownVariant(info, str(variant))
            return self._begin(info.id, info.variants[variant].id)

        return await self._change(actor, stage, anew)

    def _begin(self, game: str, variant: str | None) -> Practice:
        chosen = variant_of(game_of(game).info, variant)
        seed = self._randomness.randrange(_SEEDS) if chosen.seeded else None
        return Practice(game, chosen.id, seed)

    async def _change(
        self, actor: Actor, stage: str, change: Callable[[PracticeBoard], Practice]
    ) -> PracticeBoard:
        kept = await self._database.read(_kept, actor.id)
        before = await self._board(kept)
        if before.stage != stage:
            raise MovedOn(before)
        after = await self._board(change(before), before)

        def write(connection: Connection) -> Practice:
            now = _kept(connection, actor.id, lock=True)
            if now != kept:
                return now  # somebody was quicker, and what they made of it is shown
            return self._keep(connection, actor.id, after.practice)

        written = await self._database.write(write)
        if written != after.practice:
            raise MovedOn(await self._board(written))
        return after

    async def _board(self, practice: Practice, known: PracticeBoard | None = None) -> PracticeBoard:
        """The board of this practice, worked out beside the event loop where that takes long."""
        board = self._boards.get(practice)
        if board is None:
            further = len(practice.moves) - (0 if known is None else len(known.practice.moves))
            if 0 <= further <= QUICKLY:
                board = board_of(practice, known)
            else:
                board = await asyncio.to_thread(board_of, practice, known)
            self._boards[practice] = board
        return board

    def _keep(self, connection: Connection, player_id: PlayerId, practice: Practice) -> Practice:
        now = self._now()
        players.ensure(connection, [player_id], now)
        storage.put(connection, player_id, practice, now)
        return practice


def _kept(connection: Connection, player_id: PlayerId, *, lock: bool = False) -> Practice:
    practice = storage.get(connection, player_id, lock=lock)
    if practice is None:
        raise NoPractice
    return practice
