"""Makes the moves of engines that hold seats in matches."""

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.jobs import Jobs, Policy
from bot.core.thinking import Thinks
from bot.core.timers import Timer
from data.database import Database
from data.ids import Engine, Key, MatchId, PlayerId
from data.states import EntryKind, TimerKind
from rules.engine.worker import move_question

TURNS = Policy(
    kind=TimerKind.ENGINE_TURN,
    lease=timedelta(minutes=2),
    first_delay=timedelta(seconds=5),
    most=8,
)
_FALLBACK_LEVEL = 2
_FAILURES = 3  # of a turn, until it is played at the fallback level


def note_engine_turn(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Set the timer of an engine whose turn it is after a change; cancel that of the one before."""
    before = None if change.before is None else change.before.to_move_player
    after = change.after.to_move_player
    if isinstance(after, Engine):
        timers.set_timer(connection, TimerKind.ENGINE_TURN, change.after.id, now)
    elif isinstance(before, Engine):
        timers.cancel(connection, TimerKind.ENGINE_TURN, change.after.id)


class Opponents(Jobs[matches.MatchState]):
    """Makes the moves of engines: one at a time for each person, the longest due first."""

    def __init__(
        self, database: Database, store: matches.MatchStore, thinker: Thinks, now: matches.Now
    ) -> None:
        super().__init__(database, now, TURNS)
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
        timers.cancel(connection, TimerKind.ENGINE_TURN, match.id)  # with its count of failures
        key = Key(f"engine:{match.id}:{match.ply + 1}")
        new = matches.NewEntry(EntryKind.MOVE, text, match.to_move, None, key)
        return self._store.append(connection, match, new)
