"""Hints: moves that the engine suggests to a person, with their chances and reasons."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from bot.core import matches
from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.thinking import ThinkingFailedError, Thinks
from bot.core.waking import OneAtATime
from data.database import Database
from data.ids import MatchId
from rules.engine.hints import Kind, Merit
from rules.engine.worker import hints_question
from rules.game import Event, Move, Position
from rules.record import as_written
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move, its chance to win in percent, and the reason with the answers that this assumes.

    ``reason`` is None if nothing can be counted; ``answers`` are then the ones expected. ``events``
    and ``sentence`` describe what the move would do.
    """

    move: Move
    chance: int
    answers: tuple[str, ...]
    reason: Text | None
    events: tuple[Event, ...]
    sentence: Text


class HintsAreForPractice(matches.MatchRefusal):
    """Nobody is helped in a match between people."""

    says = Text("I give hints only in matches against me and on your practice board.")


class NoHintNow(ServiceError):
    """Whoever thinks did not answer."""

    says = Text("I could not think of anything just now. Please ask again.")


class HintService:
    """Suggests moves; each person has one running request."""

    def __init__(self, database: Database, store: matches.MatchStore, thinker: Thinks) -> None:
        self._database = database
        self._store = store
        self._thinker = thinker
        self._busy = OneAtATime()

    async def of_match(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> tuple[matches.MatchState, tuple[Suggestion, ...]]:
        """The match and suggestions for the actor, who is to move and plays only against engines.

        Raises UnknownMatch, NotYourMatch, MatchOver, NotYourTurn, OutdatedBoard,
        HintsAreForPractice, StillBusy or NoHintNow.
        """

        def read(connection: Connection) -> matches.MatchState:
            match = matches.open_to_move(connection, self._store, match_id, actor.id, expected_ply)
            if match.people != (actor.id,):
                raise HintsAreForPractice(match)
            return match

        match = await self._database.read(read)
        return match, await self.of_position(actor, match.position)

    async def of_position(self, actor: Actor, position: Position) -> tuple[Suggestion, ...]:
        """Suggestions for a position in which the game goes on; raises StillBusy or NoHintNow."""
        with self._busy.for_(actor.id):
            try:
                told = await self._thinker.ask(hints_question(position))
                return tuple(_suggestion(position, each) for each in told)
            except (ThinkingFailedError, ValueError, TypeError, KeyError) as error:
                raise NoHintNow from error


def _suggestion(position: Position, told: Mapping[str, Any]) -> Suggestion:
    move = position.parse(told["move"])
    answers = as_written(position, told["line"])[1:]
    merit = Merit.of(told["reason"])
    reason = None if merit.kind is Kind.PROMISES else merit.said(position)
    chance, told_as = int(told["chance"]), position.describe(move)
    return Suggestion(move, chance, answers, reason, position.events(move), told_as)
