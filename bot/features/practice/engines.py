"""What engines do: they move in matches where they hold seats, and suggest moves to people."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.jobs import Jobs
from bot.core.thinking import Processes, ThinkingFailedError
from bot.core.timers import Timer
from bot.core.waking import OneAtATime
from data.database import Database
from data.ids import Engine, Key, MatchId, PlayerId
from data.states import EntryKind, TimerKind
from rules.engine.hints import Kind, Merit
from rules.engine.worker import hints_question, move_question
from rules.game import Event, Move, Position
from rules.record import as_written
from rules.texts import Text

ENGINE_TURN_TIMER = TimerKind("engine_turn")
_FALLBACK_LEVEL = 2
_FAILURES = 3  # of a turn, until it is played at the fallback level


def note_engine_turn(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Set the timer of an engine whose turn it is after a change; cancel that of the one before."""
    before = None if change.before is None else change.before.to_move_player
    after = change.after.to_move_player
    if isinstance(after, Engine):
        timers.set_timer(connection, ENGINE_TURN_TIMER, change.after.id, now)
    elif isinstance(before, Engine):
        timers.cancel(connection, ENGINE_TURN_TIMER, change.after.id)


class Opponents(Jobs[matches.MatchState]):
    """Makes the moves of engines: one at a time for each person, the longest due first."""

    kind = ENGINE_TURN_TIMER
    lease = timedelta(minutes=2)
    first_delay = timedelta(seconds=5)
    most = 8

    def __init__(
        self, database: Database, store: matches.MatchStore, thinker: Processes, now: matches.Now
    ) -> None:
        super().__init__(database, now)
        self._store = store
        self._thinker = thinker

    def read(self, connection: Connection, timer: Timer) -> matches.MatchState | None:
        """The match of a timer; None if no engine is to move in it."""
        match = self._store.read(connection, MatchId(timer.subject_id))
        return match if isinstance(match.to_move_player, Engine) else None

    def concerns(self, subject: matches.MatchState) -> Collection[PlayerId]:
        """The people of a match."""
        return subject.people

    async def work(self, subject: matches.MatchState, failures: int) -> None:
        """Ask the engine, and make its move."""
        engine = subject.to_move_player
        assert isinstance(engine, Engine)
        level = min(engine.level, _FALLBACK_LEVEL) if failures >= _FAILURES else engine.level
        seed = (subject.id << 16) + subject.ply
        told = await self._thinker.ask(move_question(subject.position, level, seed))
        move = str(subject.position.parse(str(told)))
        after = await self._database.write(self._play, subject, move)
        if after is not None:
            self._store.remember(after)

    async def aclose(self) -> None:
        """Stop, and close the engine processes."""
        await self.stop()
        await self._thinker.aclose()

    def _play(
        self, connection: Connection, asked: matches.MatchState, text: str
    ) -> matches.MatchState | None:
        """Make the move, unless the match has changed meanwhile; the match after it."""
        match = self._store.read(connection, asked.id, lock=True)
        if match.ply != asked.ply or not isinstance(match.to_move_player, Engine):
            return None
        timers.cancel(connection, ENGINE_TURN_TIMER, match.id)  # with its count of failures
        key = Key(f"engine:{match.id}:{match.ply + 1}")
        new = matches.NewEntry(EntryKind.MOVE, text, match.to_move, None, key)
        return self._store.append(connection, match, new)


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


@dataclass(eq=False)
class HintService:
    """Suggests moves; each person has one running request."""

    _database: Database
    _store: matches.MatchStore
    _thinker: Processes
    _busy: OneAtATime = field(default_factory=OneAtATime)

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
