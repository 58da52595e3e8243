"""Hints: good moves with reasons, for who plays against engines or tries a game alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.errors import ServiceError
from bot.services.matches import MatchState, MatchStore, open_to_move
from bot.services.one_at_a_time import OneAtATime
from bot.services.thinking import ThinkingFailedError, Thinks
from data.database import Database
from data.ids import MatchId
from rules.engine.hints import Kind
from rules.engine.worker import hints_question
from rules.errors import MoveError
from rules.game import Event, Move, Position
from rules.record import as_written


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move, its chance to win in percent, and the reason with the answer that it reckons with.

    The reason goes on after the move: ``wins at once``; it is None where nothing can be counted,
    and the answer is what is expected. ``events`` are what the move would do.
    """

    move: Move
    chance: int
    answer: str | None
    reason: str | None
    events: tuple[Event, ...]


class HintsAreForPractice(ServiceError):
    """Nobody is helped in a match between people."""

    view: MatchState


class NoHintNow(ServiceError):
    """Whoever thinks did not answer."""


class HintService:
    """Suggests moves, to each person one after another."""

    def __init__(self, database: Database, store: MatchStore, thinker: Thinks) -> None:
        self._database = database
        self._store = store
        self._thinker = thinker
        self._busy = OneAtATime()

    async def of_match(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> tuple[MatchState, tuple[Suggestion, ...]]:
        """Suggestions for the player to move, who plays against engines alone, and the match.

        Raises UnknownMatch, NotYourMatch, MatchOver, NotYourTurn, OutdatedBoard,
        HintsAreForPractice, StillBusy or NoHintNow.
        """

        def read(connection: Connection) -> MatchState:
            match = open_to_move(connection, self._store, match_id, actor.id, expected_ply)
            if match.people != (actor.id,):
                raise HintsAreForPractice(match)
            return match

        match = await self._database.read(read)
        return match, await self.of_position(actor, match.position)

    async def of_position(self, actor: Actor, position: Position) -> tuple[Suggestion, ...]:
        """Suggestions for a running match in this position; raises StillBusy or NoHintNow."""
        with self._busy.for_(actor.id):
            try:
                told = await self._thinker.ask(hints_question(position))
                return tuple(_suggestion(position, each) for each in told)
            except (ThinkingFailedError, MoveError, TypeError, KeyError) as error:
                raise NoHintNow from error


def _suggestion(position: Position, told: Mapping[str, Any]) -> Suggestion:
    move = position.parse(told["move"])
    answer = " and ".join(as_written(position, told["line"])[1:]) or None
    reason = None if told["kind"] == Kind.PROMISES else str(told["reason"])
    return Suggestion(move, int(told["chance"]), answer, reason, position.events(move))
