"""The practice board of a person: trying a game alone, or playing on from a match against the bot.

Each person has one board, which is stored until another replaces it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.matches import MatchRunning, Now, UnknownVariant, game_of, variant_of
from bot.core.people import players
from bot.core.thinking import Processes, ThinkingFailedError
from bot.features import moves as composer
from bot.features.practice import storage
from bot.features.practice.storage import Practice
from bot.features.replays import MatchReplay
from data.database import Database
from data.ids import PlayerId
from rules import GAMES
from rules.engine.worker import move_question
from rules.errors import MoveError
from rules.game import Event, Move, Position
from rules.record import leaver
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class PracticeBoard:
    """The board of a practice. ``composition`` is the next move so far, None if the game is over.

    ``last`` is the last move and the position before it; at the start there is none.
    """

    practice: Practice
    position: Position
    last: tuple[Position, Move] | None
    composition: composer.Composition | None

    @property
    def events(self) -> tuple[Event, ...]:
        return () if self.last is None else self.last[0].events(self.last[1])

    @property
    def sentence(self) -> Text | None:
        return None if self.last is None else self.last[0].describe(self.last[1])

    @property
    def stage(self) -> str:
        """A digest of the moves and steps so far, by which outdated buttons are recognised."""
        kept = self.practice
        parts = (kept.game, kept.variant, str(kept.seed))
        return composer.stage_of(*parts, *kept.moves, "", *kept.taken)


def board_of(practice: Practice, known: PracticeBoard | None = None) -> PracticeBoard:
    """The board of a practice; going on from a ``known`` board saves replaying its moves.

    Moves that the rules do not allow any more, because these were corrected, are left out.
    """
    if known is None or not _goes_on(practice, known.practice):
        begun = GAMES[practice.game].start(practice.variant, seed=practice.seed)
        known = PracticeBoard(replace(practice, moves=(), taken=()), begun, None, None)
    position, last, taken = known.position, known.last, practice.taken
    played = list(known.practice.moves)
    for text in practice.moves[len(played) :]:
        left = leaver(text)
        if left is not None:
            position, last = position.leave(left), None
        else:
            try:
                move = position.parse(text)
            except MoveError:
                taken = ()
                break
            last, position = (position, move), position.play(move)
        played.append(text)
    kept = replace(practice, moves=tuple(played), taken=taken)
    return PracticeBoard(kept, position, last, composer.composed(position, taken))


def _goes_on(practice: Practice, begun: Practice) -> bool:
    """Whether a practice begins with the moves of another."""
    moves = practice.moves[: len(begun.moves)]
    return replace(practice, moves=moves, taken=()) == replace(begun, taken=())


def chosen(board: PracticeBoard, choice: composer.Choice) -> Practice:
    """Take a step, and play the move if it is complete."""
    if choice.move is not None:
        return replace(board.practice, moves=(*board.practice.moves, choice.move), taken=())
    return replace(board.practice, taken=choice.taken)


def go_back(board: PracticeBoard) -> Practice:
    """Take back the last step, or the last move if none was taken; nothing at the start."""
    practice = board.practice
    if board.composition is not None and board.composition.is_begun:
        return replace(practice, taken=board.composition.back().taken)
    last, moves = len(practice.moves) - 1, practice.moves
    while last > practice.given and practice.seat is not None:
        if board_of(replace(practice, moves=moves[:last])).position.to_move == practice.seat:
            break
        last -= 1  # the bot's move is taken back with the person's before it
    return replace(practice, moves=moves[: max(last, practice.given)])


def offered(board: Any, number: int) -> composer.Choice:
    """The choice on a board with this number, or ``STOP``; raises MovedOn if there is none."""
    choice = composer.choose(board.composition, number)
    if choice is None:
        raise composer.MovedOn(board)
    return choice


def typed(board: Any, text: str) -> composer.Choice:
    """The move that was typed at a board; raises IllegalThere, or MovedOn if none is asked for."""
    if board.composition is None:
        raise composer.MovedOn(board)
    try:
        return composer.Choice((), str(board.position.parse(text)))
    except MoveError as error:
        raise composer.IllegalThere(error, board) from error


class NoPractice(ServiceError):
    """The person has no board to practise on."""

    says = Text("You have no practice board. Choose a game with `/rules`, then press **Try it**.")


class NoMoveNow(composer.MovedOn):
    """Whoever thinks did not answer; ``now`` the board is as it was."""

    says = Text("I could not think of a move just now. Please try again.")


_SEEDS = 2**31
LEVEL = 2
"""The bot's level on boards that go on from a match."""

REMEMBERED = 256
"""How many boards the cache holds."""

QUICKLY = 8
"""How many moves are replayed in the event loop, which takes a millisecond or two."""


@dataclass(eq=False)
class PracticeService:
    """Changes practice boards. Each change names the stage of the board for which it is meant.

    Changes raise NoPractice, or, if the board has another stage, MovedOn with the current board.
    """

    _database: Database
    _now: Now
    _randomness: Random
    _thinker: Processes
    _boards: LRUCache[Practice, PracticeBoard] = field(default_factory=lambda: LRUCache(REMEMBERED))

    async def open(self, actor: Actor, game: str) -> PracticeBoard:
        """The player's board of this game, stored or new; raises UnknownGame."""
        begun = self._begin(game, None)

        def open_board(connection: Connection) -> Practice:
            kept = storage.practice_of(connection, actor.id, lock=True)
            if kept is not None and kept.game == game and kept.seat is None:
                return kept
            return self._keep(connection, actor.id, begun)

        return await self._board(await self._database.write(open_board))

    async def play_on(self, actor: Actor, replay: MatchReplay, number: int) -> PracticeBoard:
        """Begin a board that goes on from a step of a match, against the bot.

        A player of the match keeps their side; others get the side to move. Raises MatchRunning or
        NoMoveNow.
        """
        match, steps = replay.match, replay.steps[: number + 1]
        if match.is_running:
            raise MatchRunning(match)
        seat = match.seat_of(actor.id)
        if seat is None or any(each.is_leaving and each.seat == seat for each in steps):
            seat = steps[-1].position.to_move
        given = tuple(each.entry for each in steps if each.entry is not None)
        kept = match.match
        practice = Practice(kept.game, kept.variant_id, kept.seed, given, (), len(given), seat)
        begun = await self._board(practice)
        board = await self._answered(begun, begun)
        await self._database.write(self._keep, actor.id, board.practice)
        return board

    async def current(self, actor: Actor) -> PracticeBoard:
        """The player's board; raises NoPractice."""
        return await self._board(await self._database.read(_kept, actor.id))

    async def take(self, actor: Actor, stage: str, number: int) -> PracticeBoard:
        """Take the choice with this number, or ``STOP``, and play the move if it is complete."""
        return await self._change(actor, stage, lambda now: chosen(now, offered(now, number)))

    async def submit(self, actor: Actor, stage: str, text: str) -> PracticeBoard:
        """Play the move that was typed; raises IllegalThere."""
        return await self._change(actor, stage, lambda now: chosen(now, typed(now, text)))

    async def back(self, actor: Actor, stage: str) -> PracticeBoard:
        """Take back the last step, or else the last move."""
        return await self._change(actor, stage, go_back)

    async def restart(self, actor: Actor, stage: str, variant: int | None = None) -> PracticeBoard:
        """Start over, with the variant of this number if given; raises UnknownVariant."""

        def anew(now: PracticeBoard) -> Practice:
            info, kept = now.position.info, now.practice
            if variant is None and kept.seat is not None:
                return replace(kept, moves=kept.moves[: kept.given], taken=())
            if variant is None:
                return self._begin(info.id, kept.variant)
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
        after = await self._answered(await self._board(change(before), before), before)

        def write(connection: Connection) -> Practice:
            now = _kept(connection, actor.id, lock=True)
            if now != kept:
                return now  # another change was quicker; its board is shown
            return self._keep(connection, actor.id, after.practice)

        written = await self._database.write(write)
        if written != after.practice:
            raise composer.MovedOn(await self._board(written))
        return after

    async def _answered(self, board: PracticeBoard, before: PracticeBoard) -> PracticeBoard:
        """The board after the bot's moves, if it plays; raises NoMoveNow with ``before``."""
        seat, position = board.practice.seat, board.position
        while seat is not None and position.to_move not in (None, seat):
            question = move_question(position, LEVEL, len(board.practice.moves))
            try:
                move = str(position.parse(str(await self._thinker.ask(question))))
            except (ThinkingFailedError, ValueError) as error:
                raise NoMoveNow(before) from error
            board = await self._board(chosen(board, composer.Choice((), move)), board)
            position = board.position
        return board

    async def _board(self, practice: Practice, known: PracticeBoard | None = None) -> PracticeBoard:
        """The board of a practice, from the cache or computed, in a thread if that takes long."""
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
        storage.put_practice(connection, player_id, practice, now)
        return practice


def _kept(connection: Connection, player_id: PlayerId, *, lock: bool = False) -> Practice:
    practice = storage.practice_of(connection, player_id, lock=lock)
    if practice is None:
        raise NoPractice
    return practice
