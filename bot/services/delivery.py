"""Telling Discord what was committed: everything exactly once, and in order in each destination.

Rows of the outbox are claimed, shown, and finished, each of the first and last in a transaction of
its own. A claim counts as an attempt, so whoever claims a row for the second time, after a crash or
a dropped connection, knows to look for the message before posting it.

A row whose destination keeps it waiting holds up no other: it counts among those that are begun for
a moment only, and then among those that wait. Of these there may be many, but few in one channel.
"""

import asyncio
import os
import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import Connection

from bot.measures import POSTED, POSTPONED
from bot.services import outbox
from bot.services.boards import OldBoards
from bot.services.errors import ServiceError
from bot.services.matches import Now
from bot.services.posting import CannotPost, ChannelGone, Poster, PostKind, TryLater, Wire
from bot.services.waking import Wakeup
from data.database import Database
from data.errors import StorageError
from data.ids import ChannelId
from data.shards import ALL, Shards
from data.states import MessageKind

FIRST_PAUSE = timedelta(seconds=2)
LONGEST_PAUSE = timedelta(minutes=10)
AFTER_FAILURE = timedelta(minutes=1)
LEASE = timedelta(minutes=5)
NOTED_AGAIN = timedelta(seconds=1)
"""After so long at most what became of a row is written again, if the database could not take it.

As soon as it has taken anything else, all that waits is written: it may be gone again in a second.
"""
NOTED_FOR = LEASE / 2
"""For how long that is tried; after it somebody else may have the row soon, and looks for it."""
GRACE = timedelta(seconds=5)
AT_ONCE = 16
"""How many messages are begun at once."""
SOON = timedelta(milliseconds=100)
"""After so long a message that is begun makes room for another: it may wait for its destination."""
MOST_WAITING = 512
"""How many messages are on their way in all; each holds its picture in memory."""
IN_A_CHANNEL, IN_NONE = 4, 64
"""How many are on their way to one channel, and to none that is known: a hundred may be slow."""

Work = tuple[outbox.Due, Any]
"""A claimed row, and what it shows; None where there is nothing to show any more.

An error where that could not be read.
"""
Claimed = tuple[tuple[Work, ...], datetime | None]
"""What is begun now; if that is nothing, when to look again."""

logger = structlog.get_logger(__name__)


class Delivery:
    """Works the outbox off: destinations side by side, each in order."""

    def __init__(
        self,
        database: Database,
        kinds: Mapping[MessageKind, PostKind[Any]],
        now: Now,
        wire: Wire,
        old_boards: OldBoards,
        *,
        grace: timedelta = GRACE,
        shards: Shards = ALL,
        alone: bool | None = None,
    ) -> None:
        """``old_boards`` are worked on when nothing else is due. ``alone``: nobody else delivers in
        these shards; as a rule, if the database is a file.
        """
        self._database = database
        self._posters = {kind: Poster(each, database, wire) for kind, each in kinds.items()}
        self._now = now
        self._discord_time = wire.messenger.time
        self._grace = grace
        self._shards = shards
        self._alone = not database.is_shared if alone is None else alone
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._news = Wakeup()
        self._took_all = False  # that could be taken when it was looked last
        self._workers: dict[asyncio.Task[None], outbox.Due] = {}
        """Who delivers which row."""
        self._begun: set[asyncio.Task[None]] = set()
        self._claiming: asyncio.Future[Claimed] | None = None
        self._old_boards = old_boards
        self._answers = asyncio.Event()
        """The database has taken something, since it did not take something else."""
        self._in_doubt_until: datetime | None = None
        """Until then, a transaction of which nothing was heard may turn out to be committed."""
        database.subscribe(outbox.SUBJECT, self._news.set)

    async def run(self) -> None:
        """Deliver until cancelled; what is being shown then gets a moment to finish."""
        if self._alone:  # claims that are left belong to a run that has died
            await self._database.write(outbox.release_all, self._now(), LONGEST_PAUSE, self._shards)
        await self._old_boards.take_up(self._shards)
        try:
            while True:
                following = await self._start_workers()
                await self._news.sleep_until(following, self._now())
        finally:
            await asyncio.gather(self._leave_claimed(), self._finish_workers())

    async def _start_workers(self) -> datetime | None:
        """Begin what can be begun; when to look again, None if only news can make it necessary."""
        free = min(AT_ONCE - len(self._begun), MOST_WAITING - len(self._workers))
        if free <= 0:
            return None
        try:
            self._claiming = asyncio.ensure_future(self._database.write(self._claim, free))
            works, later = await asyncio.shield(self._claiming)
            self._claiming = None
            self._took_all = 0 < len(works) < free
            self._answers.set()
        except StorageError as error:
            logger.error("outbox not readable", reason=str(error))
            self._doubt()
            return self._now() + FIRST_PAUSE
        for work in works:
            self._start_worker(work)
        if works:
            return None  # whoever makes room first asks again
        self._old_boards.begin()
        return later if self._in_doubt_until is None else self._now() + FIRST_PAUSE

    def _doubt(self) -> None:
        """Look for claims that were committed though nothing was heard of that.

        They may be committed late, when the broken connection is long forgotten here.
        """
        self._in_doubt_until = self._now() + LEASE

    def _claim(self, connection: Connection, most: int) -> Claimed:
        now = self._now()
        held = tuple(self._workers.values())  # at once, as this may be run in a thread
        if self._in_doubt_until is not None:
            outbox.release_lost(connection, self._name, [due.id for due in held])
            if not now < self._in_doubt_until <= now + LEASE:
                self._in_doubt_until = None
        elif self._took_all:  # as a rule there is nothing more, which is found out with less
            later = outbox.next_attempt(connection, None, self._shards)
            if later is None or now < later <= now + LEASE:
                return (), later
        going = Counter(due.channel_id for due in held)
        claimed = self._claim_fairly(connection, now, most, going)
        later = None if claimed else outbox.next_attempt(connection, now, self._shards)
        return tuple((due, self._load(connection, due)) for due in claimed), later

    def _claim_fairly(
        self, connection: Connection, now: datetime, most: int, going: Counter[ChannelId | None]
    ) -> list[outbox.Due]:
        """Rows of which none goes where too many are ``going`` already."""
        taken: list[outbox.Due] = []
        while True:
            claimed = outbox.claim(
                connection,
                self._name,
                now,
                self._discord_time(),
                LEASE,
                LONGEST_PAUSE,
                most - len(taken),
                self._shards,
                full=[each for each, count in going.items() if count >= _room_in(each)],
            )
            left: list[outbox.Due] = []
            for due in claimed:
                has_room = going[due.channel_id] < _room_in(due.channel_id)
                (taken if has_room else left).append(due)
                going[due.channel_id] += has_room
            if not left:
                return taken
            outbox.leave(connection, left)

    def _load(self, connection: Connection, due: outbox.Due) -> Any:
        try:
            return self._posters[due.kind].kind.load(connection, due)
        except (ServiceError, ValueError, LookupError) as error:
            # what cannot be read of one match must not keep the others from being told
            return error

    def _start_worker(self, work: Work) -> None:
        due = work[0]
        worker = asyncio.create_task(self._deliver(*work), name=f"deliver {due.destination}")
        self._workers[worker] = due
        self._begun.add(worker)
        asyncio.get_running_loop().call_later(SOON.total_seconds(), self._make_room, worker)
        worker.add_done_callback(self._end_worker)

    def _make_room(self, worker: asyncio.Task[None]) -> None:
        if worker in self._begun:
            self._begun.discard(worker)
            self._news.set()

    def _end_worker(self, worker: asyncio.Task[None]) -> None:
        self._begun.discard(worker)
        del self._workers[worker]
        self._news.set()
        error = None if worker.cancelled() else worker.exception()
        if isinstance(error, StorageError):
            self._doubt()
            logger.error("delivery failed", worker=worker.get_name(), reason=str(error))
        elif error is not None:
            logger.error("delivery failed", worker=worker.get_name(), exc_info=error)

    async def _leave_claimed(self) -> None:
        """Let go of what was being claimed as it was stopped: else it would wait for its lease."""
        if self._claiming is None:
            return
        with suppress(TimeoutError, StorageError):
            async with asyncio.timeout(GRACE.total_seconds()):
                works, _ = await self._claiming
                await self._database.write(outbox.leave, [due for due, _ in works])

    async def _finish_workers(self) -> None:
        """Give what is on its way a moment, then let go of it."""
        try:
            async with asyncio.timeout(self._grace.total_seconds()):
                if self._workers:
                    await asyncio.wait(self._workers)
                await self._old_boards.rest()
        except TimeoutError:
            late = (*self._workers, *self._old_boards.going)
            for each in late:
                each.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _deliver(self, due: outbox.Due, subject: Any) -> None:
        poster = self._posters[due.kind]
        try:
            if isinstance(subject, Exception):
                raise subject
            shown = None if subject is None else await poster.show(due, subject)
        except (CannotPost, ChannelGone) as error:
            # refused this time; where nobody could look, an earlier attempt is still in doubt
            await self._postpone(due, error, self._pause(due), uncertain=due.uncertain)
            return
        except TryLater as error:
            pause = max(self._pause(due), error.retry_after or timedelta(0))
            await self._postpone(due, error, pause, uncertain=True)
            return
        except StorageError as error:
            # it is not the destination's fault: once this can be noted, it can be done as well
            await self._postpone(due, error, FIRST_PAUSE, uncertain=True)
            return
        except Exception as error:
            # one row that cannot be delivered must not hold up the others, nor be lost sight of
            await self._postpone(due, error, AFTER_FAILURE, uncertain=True)
            raise

        def finish(connection: Connection) -> None:
            message = None if shown is None else shown.message
            noted = outbox.finish(connection, due, self._now(), message)
            if noted and shown is not None:
                poster.kind.remember(connection, shown.card, shown.message)

        await self._note(finish)
        POSTED.labels(due.kind.value).observe((self._now() - due.created_at).total_seconds())

    def _pause(self, due: outbox.Due) -> timedelta:
        doublings: int = 2 ** min(due.attempts, 20)
        return min(FIRST_PAUSE * doublings, LONGEST_PAUSE)

    async def _postpone(
        self, due: outbox.Due, error: Exception, pause: timedelta, *, uncertain: bool
    ) -> None:
        POSTPONED.labels(due.kind.value).inc()
        logger.warning(
            "message postponed",
            kind=due.kind,
            subject=due.subject_id,
            version=due.version,
            error=f"{type(error).__name__}: {error}",
        )
        until = self._now() + min(pause, LONGEST_PAUSE)
        told = f"{type(error).__name__}: {error}"

        def postpone(connection: Connection) -> None:
            outbox.postpone(connection, due, until, told, uncertain=uncertain)

        await self._note(postpone)

    async def _note(self, write: Callable[[Connection], None]) -> None:
        """Write what became of a row, again and again while its claim is sure to hold.

        Raises StorageError: the row is tried once more when the claim ends.
        """
        until = self._now() + NOTED_FOR
        while True:
            try:
                await self._database.write(write)
                return self._answers.set()
            except StorageError as error:
                if self._now() >= until:
                    raise
                logger.error("outbox not writable", reason=str(error))
            self._answers.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(NOTED_AGAIN.total_seconds()):
                    await self._answers.wait()


def _room_in(channel_id: ChannelId | None) -> int:
    return IN_NONE if channel_id is None else IN_A_CHANNEL
