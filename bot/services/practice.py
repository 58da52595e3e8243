"""Trying a game alone: one board for each person, kept until another is begun."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.services import composer
from bot.services.actor import Actor
from bot.services.errors import ServiceError
from bot.services.matches import Now, UnknownVariant, game_of, variant_of
from bot.services.people import players
from data import statements
from data.database import Database
from data.ids import PlayerId
from data.tables import practices
from rules import GAMES
from rules.errors import MoveError
from rules.game import Event, Position
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class Practice:
    """The moves made since the start, and the steps taken towards the next one."""

    game: str
    variant: str
    seed: int | None = None
    moves: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


def put(connection: Connection, player_id: PlayerId, practice: Practice, now: datetime) -> None:
    """Keep the player's practice in place of the one before."""
    row = {"player_id": player_id, "updated_at": now, **statements.row_of(practice)}
    statements.put(connection, practices, row)


def get(connection: Connection, player_id: PlayerId, *, lock: bool = False) -> Practice | None:
    """The player's practice, or None. ``lock``: it stays so until this transaction ends."""
    query = statements.selecting(practices, Practice).filter_by(player_id=player_id)
    kept = query.with_for_update() if lock else query
    return next(iter(statements.typed_rows(connection, kept, Practice)), None)


@dataclass(frozen=True, slots=True)
class PracticeBoard:
    """How a practice stands. ``composition`` is the next move so far, None when the game is over.

    ``events`` and ``sentence`` tell the last move; at the start there is none.
    """

    practice: Practice
    position: Position
    events: tuple[Event, ...]
    sentence: Text | None
    composition: composer.Composition | None

    @property
    def stage(self) -> str:
        """What differs when something else was played or chosen."""
        kept = self.practice
        parts = (kept.game, kept.variant, str(kept.seed))
        return composer.stage_of(*parts, *kept.moves, "", *kept.taken)


def board_of(practice: Practice, known: PracticeBoard | None = None) -> PracticeBoard:
    """The board after what was played; going on from a ``known`` one saves replaying.

    What the rules do not allow any more, because they were mended since, is left away.
    """
    board = known if known is not None and _leads_to(known, practice) else _start(practice)
    position, last, taken = board.position, None, practice.taken
    played = list(board.practice.moves)
    for text in practice.moves[len(played) :]:
        try:
            move = position.parse(text)
        except MoveError:
            taken = ()
            break
        last, position = (position, move), position.play(move)
        played.append(text)
    if last is None:
        events, sentence = board.events, board.sentence
    else:
        before, made = last
        events, sentence = before.events(made), before.describe(made)
    kept = replace(practice, moves=tuple(played), taken=taken)
    return PracticeBoard(kept, position, events, sentence, composer.composed(position, taken))


def _leads_to(known: PracticeBoard, practice: Practice) -> bool:
    begun = known.practice
    same = (begun.game, begun.variant, begun.seed)
    return (
        same == (practice.game, practice.variant, practice.seed)
        and begun.moves == practice.moves[: len(begun.moves)]
    )


def _start(practice: Practice) -> PracticeBoard:
    position = GAMES[practice.game].start(practice.variant, seed=practice.seed)
    return PracticeBoard(replace(practice, moves=(), taken=()), position, (), None, None)


def chosen(board: PracticeBoard, choice: composer.Choice) -> Practice:
    """Take the step, and play the move if it is whole."""
    if choice.move is not None:
        return _played(board, choice.move)
    return replace(board.practice, taken=choice.taken)


def go_back(board: PracticeBoard) -> Practice:
    """Take back the last step, or the last move if none was taken; nothing at the start."""
    practice = board.practice
    if board.composition is not None and board.composition.is_begun:
        return replace(practice, taken=board.composition.back().taken)
    return replace(practice, moves=practice.moves[:-1])


def _played(board: PracticeBoard, move: str) -> Practice:
    return replace(board.practice, moves=(*board.practice.moves, move), taken=())


class NoPractice(ServiceError):
    """The person has no board to practise on."""


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
            kept = get(connection, actor.id, lock=True)
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
            choice = composer.choose(now.composition, number)
            if choice is None:
                raise composer.MovedOn(now)
            return chosen(now, choice)

        return await self._change(actor, stage, take)

    async def submit(self, actor: Actor, stage: str, text: str) -> PracticeBoard:
        """Play the move that was typed; raises IllegalThere."""

        def typed(now: PracticeBoard) -> Practice:
            try:
                return _played(now, str(now.position.parse(text)))
            except MoveError as error:
                raise composer.IllegalThere(error, now) from error

        return await self._change(actor, stage, typed)

    async def back(self, actor: Actor, stage: str) -> PracticeBoard:
        """Take back the last step, or else the last move."""
        return await self._change(actor, stage, go_back)

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
            raise composer.MovedOn(before)
        after = await self._board(change(before), before)

        def write(connection: Connection) -> Practice:
            now = _kept(connection, actor.id, lock=True)
            if now != kept:
                return now  # somebody was quicker, and what they made of it is shown
            return self._keep(connection, actor.id, after.practice)

        written = await self._database.write(write)
        if written != after.practice:
            raise composer.MovedOn(await self._board(written))
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
        put(connection, player_id, practice, now)
        return practice


def _kept(connection: Connection, player_id: PlayerId, *, lock: bool = False) -> Practice:
    practice = get(connection, player_id, lock=lock)
    if practice is None:
        raise NoPractice
    return practice
