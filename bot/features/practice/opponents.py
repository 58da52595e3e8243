"""Makes the moves of engines that hold seats in matches."""

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

import structlog
from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.faults import read_in_savepoint
from bot.core.thinking import Failures, Thinks
from bot.core.timers import Timer
from bot.core.waking import Wakeup
from data.database import Database
from data.errors import StorageError, UnreadableError
from data.ids import Engine, Key, MatchId, PlayerId
from data.states import EntryKind, TimerKind
from rules.engine.worker import move_question

Given = ParamSpec("Given")
Found = TypeVar("Found")
LEASE = timedelta(minutes=2)
"""How long a turn is leased to a worker."""
AFTER_FAILURE = timedelta(seconds=5)
"""Retry delay after a failure."""
WRITTEN_AGAIN = timedelta(seconds=1)
"""Retry delay after the database failed to write."""
MOST_AT_ONCE = 8
"""How many turns are thought about, or wait for a process, at once."""
_LOOKED_AT = 100
_FALLBACK_LEVEL = 2
_FAILURES = 3  # of a turn, until it is played at the fallback level
logger = structlog.get_logger(__name__)


def note_engine_turn(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Set the timer of an engine whose turn it is after a change; cancel that of the one before."""
    before = None if change.before is None else change.before.to_move_player
    after = change.after.to_move_player
    if isinstance(after, Engine):
        timers.set_timer(connection, TimerKind.ENGINE_TURN, change.after.id, now)
    elif isinstance(before, Engine):
        timers.cancel(connection, TimerKind.ENGINE_TURN, change.after.id)


class Opponents:
    """Makes the moves of engines: one at a time for each person, the longest due first."""

    def __init__(
        self, database: Database, store: matches.MatchStore, thinker: Thinks, now: matches.Now
    ) -> None:
        self._database = database
        self._store = store
        self._thinker = thinker
        self._now = now
        self._news = Wakeup()
        self._running: dict[MatchId, asyncio.Task[None]] = {}
        self._busy: Counter[PlayerId] = Counter()
        self._failures: Failures[tuple[MatchId, int]] = Failures()
        self._forget_leases = False
        database.subscribe(timers.SUBJECT, self._news.set)

    async def run(self) -> None:
        """Make moves until cancelled; running engines go on while the database fails."""
        self._forget_leases = not self._database.is_shared  # leases left by an earlier run are void
        try:
            while True:
                try:
                    following = await self._start()
                except StorageError as error:
                    logger.error("engine turns not readable", reason=str(error))
                    self._forget_leases = True  # a commit of unknown outcome may have leased some
                    following = self._now() + WRITTEN_AGAIN
                await self._news.sleep_until(following, self._now())
        finally:
            await self._stop()

    async def aclose(self) -> None:
        """Stop, and close the engine processes."""
        await self._stop()
        await self._thinker.aclose()

    async def _start(self) -> datetime | None:
        """Start the turns that can be started; when the next one is due."""
        taken, following = await self._database.write(self._take)
        self._forget_leases = False
        for match in taken:
            self._busy.update(match.people)
            task = asyncio.create_task(self._answer(match), name=f"engine of match {match.id}")
            self._running[match.id] = task
            task.add_done_callback(lambda _, match=match: self._done(match))  # type: ignore[misc]
        return following

    def _take(self, connection: Connection) -> tuple[list[matches.MatchState], datetime | None]:
        now, taken = self._now(), list[matches.MatchState]()
        if self._forget_leases:
            timers.bring_forward(connection, TimerKind.ENGINE_TURN, now)
        thinking_for = {player for player, number in self._busy.items() if number}
        free = MOST_AT_ONCE - len(self._running)
        for timer in timers.due(connection, now, _LOOKED_AT, (TimerKind.ENGINE_TURN,), LEASE):
            if len(taken) >= free:
                break
            match = self._waiting(connection, timer)
            if match is None or match.id in self._running or thinking_for & set(match.people):
                continue
            thinking_for.update(match.people)
            timers.set_timer(connection, timer.kind, timer.subject_id, now + LEASE)
            taken.append(match)
        later = timers.next_due(connection, (TimerKind.ENGINE_TURN,), after=now)
        return taken, later

    def _waiting(self, connection: Connection, timer: Timer) -> matches.MatchState | None:
        """The match of a timer; None if no engine is to move in it, or it is damaged."""
        read = partial(self._store.read, connection, MatchId(timer.subject_id))
        match = read_in_savepoint(connection, read)
        if isinstance(match, Exception):  # it must not block the others
            timers.put_aside(connection, timer.kind, timer.subject_id, self._now(), match)
            return None
        if isinstance(match.to_move_player, Engine):
            return match
        timers.cancel(connection, timer.kind, timer.subject_id)
        return None

    async def _answer(self, match: matches.MatchState) -> None:
        engine, turn = match.to_move_player, (match.id, match.ply)
        assert isinstance(engine, Engine)
        gave_up = self._failures[turn] >= _FAILURES
        level = min(engine.level, _FALLBACK_LEVEL) if gave_up else engine.level
        seed = (match.id << 16) + match.ply
        try:
            told = await self._thinker.ask(move_question(match.position, level, seed))
            move = str(match.position.parse(str(told)))
            after = await self._written(self._play, match, move)
            if after is not None:
                self._store.remember(after)
        except Exception as error:
            if isinstance(error, StorageError) and not isinstance(error, UnreadableError):
                raise  # tried again when the lease ends
            self._failures[turn] += 1
            await self._written(self._put_aside, match, error)
        else:
            self._failures.pop(turn, None)

    async def _written(
        self,
        work: Callable[Concatenate[Connection, Given], Found],
        *args: Given.args,
        **options: Given.kwargs,
    ) -> Found:
        """The result of ``work``, retried while the database fails until the lease ends.

        ``work`` must be idempotent. Raises StorageError after the lease.
        """
        until = self._now() + LEASE
        while True:
            try:
                return await self._database.write(work, *args, **options)
            except StorageError as error:
                if self._now() >= until:
                    raise
                logger.warning("engine turn not written", reason=str(error))
            await asyncio.sleep(WRITTEN_AGAIN.total_seconds())

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

    def _put_aside(
        self, connection: Connection, match: matches.MatchState, error: Exception
    ) -> None:
        """Put a failed turn aside, unless the match has changed meanwhile."""
        now = read_in_savepoint(connection, partial(self._store.read, connection, match.id))
        if isinstance(now, Exception) or now.ply == match.ply:
            its = (TimerKind.ENGINE_TURN, match.id)
            timers.put_aside(connection, *its, self._now(), error, AFTER_FAILURE)

    def _done(self, match: matches.MatchState) -> None:
        task = self._running.pop(match.id)
        self._busy.subtract(match.people)
        self._busy += Counter()  # drops counts of zero
        if not task.cancelled() and task.exception() is not None:
            logger.error("engine turn failed", match=match.id, exc_info=task.exception())
        self._news.set()

    async def _stop(self) -> None:
        running = tuple(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
