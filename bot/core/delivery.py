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
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Protocol

import structlog
from sqlalchemy import ColumnElement, Connection

from bot.core import outbox
from bot.core.faults import check_answers, fault_of, pause_after, read_alone
from bot.core.faults import told as told_of
from bot.core.matches import Now
from bot.core.measures import GIVEN_UP, POSTED, POSTPONED
from bot.core.outbox_order import is_overtaken
from bot.core.posting import Poster, PostKind, Refusal, Shown, TryLater, Wire
from bot.core.waking import Wakeup
from data.database import Database
from data.errors import StorageError, UnreadableError
from data.ids import ChannelId, ServerId
from data.shards import ALL, Shards
from data.states import MessageKind
from data.tables import outbox as outbox_table

FIRST_PAUSE = timedelta(seconds=2)
LONGEST_PAUSE = timedelta(minutes=10)
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
TRIES = 5
"""Where the database fails so often in a row, though it answers, a row is at fault itself."""
IN_A_CHANNEL, IN_NONE = 4, 64
"""How many are on their way to one channel, and to none that is known: a hundred may be slow."""

Work = tuple[outbox.Due, Any]
"""A claimed row, and what it shows; None where there is nothing to show any more.

An error where that could not be read.
"""
Claimed = tuple[tuple[Work, ...], datetime | None]
"""What is begun now; if that is nothing, when to look again."""

Refused = Callable[[Connection, outbox.Due, Refusal, datetime], None]
"""Takes note of what was refused for good."""

logger = structlog.get_logger(__name__)


class SpareWork(Protocol):
    """Work that begins when no message is due."""

    async def take_up(self, shards: Shards) -> None:
        """Note what an earlier run may have left; raises StorageError."""

    def begin(self) -> None:
        """Begin with what was noted."""

    async def rest(self) -> None:
        """Come back when nothing is left to do."""

    @property
    def going(self) -> Collection[asyncio.Task[None]]:
        """What has begun and not ended."""


class Delivery:
    """Works the outbox off: destinations side by side, each in order."""

    def __init__(
        self,
        database: Database,
        kinds: Mapping[MessageKind, PostKind[Any]],
        now: Now,
        wire: Wire,
        spare: SpareWork,
        *,
        grace: timedelta = GRACE,
        shards: Shards = ALL,
        alone: bool | None = None,
        refused: Refused = lambda *_: None,
    ) -> None:
        """``spare`` is done when no message is due. ``alone``: nobody else delivers in
        these shards; as a rule, if the database is a file. ``refused`` is told what was refused for
        good, in the transaction that ends the row.
        """
        self._database = database
        self._posters = {kind: Poster(each, database, wire) for kind, each in kinds.items()}
        self._now = now
        self._discord_time = wire.messenger.time
        self._grace = grace
        self._shards = shards
        self._refused = refused
        self._alone = not database.is_shared if alone is None else alone
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._news = Wakeup()
        self._failed_claims = 0  # in a row
        self._took_all = False  # that could be taken when it was looked last
        self._workers: dict[asyncio.Task[None], outbox.Due] = {}
        """Who delivers which row."""
        self._begun: set[asyncio.Task[None]] = set()
        self._claiming: asyncio.Future[Claimed] | None = None
        self._spare = spare
        self._answers = asyncio.Event()
        """The database has taken something, since it did not take something else."""
        self._in_doubt_until: datetime | None = None
        """Until then, a transaction of which nothing was heard may turn out to be committed."""
        self._refused_in: set[ServerId] = set()
        """Where something was given up in this run."""
        database.subscribe(outbox.SUBJECT, self._news.set)

    async def run(self) -> None:
        """Deliver until cancelled; what is being shown then gets a moment to finish."""
        if self._alone:  # claims that are left belong to a run that has died
            await self._database.write(outbox.release_all, self._now(), LONGEST_PAUSE, self._shards)
        await self._spare.take_up(self._shards)
        # permissions may have been granted while nobody listened
        await self._take_up(self._shards.holds(outbox_table.c.server_id))
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
            self._claiming = asyncio.ensure_future(self._claimed(free))
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
        self._spare.begin()
        return later if self._in_doubt_until is None else self._now() + FIRST_PAUSE

    async def _claimed(self, most: int) -> Claimed:
        """What is begun now. Where that fails, each row is read in a transaction of its own."""
        try:
            claimed = await self._database.write(self._claim, most)
        except Exception as error:
            self._failed_claims += 1
            if _is_storage(error) and self._failed_claims < TRIES:
                raise
            works, later = await self._database.write(self._claim, most, loads=False)
            return tuple([(due, await self._loaded(due)) for due, _ in works]), later
        self._failed_claims = 0
        return claimed

    async def _loaded(self, due: outbox.Due) -> Any:
        """What the row shows, or the error by which that cannot be read."""
        found: list[Any] = []

        async def load() -> None:
            found.append(await self._database.write(self._load, due))

        fault = await fault_of(self._database, load)
        return found[0] if fault is None else fault

    def _doubt(self) -> None:
        """Look for claims that were committed, perhaps late, though nothing was heard of that."""
        self._in_doubt_until = self._now() + LEASE

    def _claim(self, connection: Connection, most: int, *, loads: bool = True) -> Claimed:
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
        if not loads:
            return tuple((due, None) for due in claimed), later
        works = ((due, read_alone(partial(self._load, connection, due))) for due in claimed)
        return tuple(works), later

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
                # what was put aside may come beside a later one, which then waits for it
                is_first = all(each.destination != due.destination for each in taken)
                has_room = is_first and going[due.channel_id] < _room_in(due.channel_id)
                (taken if has_room else left).append(due)
                going[due.channel_id] += has_room
            if not left:
                return taken
            outbox.leave(connection, left)

    def _load(self, connection: Connection, due: outbox.Due) -> Any:
        """What the row shows; raises whatever keeps that from being read."""
        if due.faults and is_overtaken(connection, due.id):
            return None  # boards do not go back
        return self._posters[due.kind].kind.load(connection, due)

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
                await self._spare.rest()
        except TimeoutError:
            late = (*self._workers, *self._spare.going)
            for each in late:
                each.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _deliver(self, due: outbox.Due, subject: Any) -> None:
        try:
            if isinstance(subject, Exception):
                raise subject
            shown = None if subject is None else await self._posters[due.kind].show(due, subject)
        except Refusal as error:
            await self._give_up(due, error)
        except TryLater as error:
            pause = pause_after(due.attempts + 1, FIRST_PAUSE)
            pause = max(pause, error.retry_after or timedelta(0))
            await self._postpone(due, error, pause, uncertain=True)
        except Exception as error:
            if _is_storage(error) and error is not subject and due.attempts < TRIES:
                # as a rule it is not the row's fault: once this is noted, it can be done as well
                await self._postpone(due, error, FIRST_PAUSE, uncertain=True)
                return
            await self._put_aside(due, error, uncertain=error is not subject or due.uncertain)
            raise
        else:
            await self._finish(due, shown)

    async def _finish(self, due: outbox.Due, shown: Shown | None) -> None:
        def finish(connection: Connection) -> None:
            message = None if shown is None else shown.message
            noted = outbox.finish(connection, due, self._now(), message)
            if noted and shown is not None:
                self._posters[due.kind].kind.remember(connection, shown.card, shown.message)

        try:
            await self._note(finish)
        except Exception as error:
            if _is_storage(error):
                await check_answers(self._database)
            await self._put_aside(due, error, uncertain=True)
            raise
        POSTED.labels(due.kind.value).observe((self._now() - due.created_at).total_seconds())

    async def _put_aside(self, due: outbox.Due, error: Exception, *, uncertain: bool) -> None:
        """Let one row wait that fails by a fault of ours; the others are told."""
        POSTPONED.labels(due.kind.value).inc()
        why = told_of(error)
        logger.error("message put aside", **due.named, faults=due.faults + 1, error=why)

        def put_aside(connection: Connection) -> None:
            outbox.put_aside(connection, due, self._now(), why, uncertain=uncertain)

        await self._note(put_aside)

    async def _give_up(self, due: outbox.Due, error: Refusal) -> None:
        """End a row that Discord refused for good. Every final refusal of a row comes here."""
        GIVEN_UP.labels(due.kind.value).inc()
        if due.server_id is not None:
            self._refused_in.add(due.server_id)
        told = f"{type(error).__name__}: {error}"
        where = {"server": due.server_id, "channel": due.channel_id}
        logger.warning("message given up", **due.named, **where, error=told)

        def give_up(connection: Connection) -> None:
            if outbox.give_up(connection, due, self._now(), told):
                self._refused(connection, due, error, self._now())

        await self._note(give_up)

    async def take_up(self, server_id: ServerId) -> None:
        """Try again what was refused in a server, where something may have changed."""
        if server_id in self._refused_in:
            self._refused_in.discard(server_id)
            await self._take_up(outbox.in_server(server_id))

    async def _take_up(self, where: ColumnElement[bool]) -> None:
        waiting = [each for each, poster in self._posters.items() if poster.kind.waits]
        await self._database.write(outbox.take_up, self._now(), waiting, where)

    async def _postpone(
        self, due: outbox.Due, error: Exception, pause: timedelta, *, uncertain: bool
    ) -> None:
        POSTPONED.labels(due.kind.value).inc()
        until, told = self._now() + min(pause, LONGEST_PAUSE), f"{type(error).__name__}: {error}"
        logger.warning("message postponed", **due.named, error=told)

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
                if self._now() >= until or not _is_storage(error):
                    raise
                logger.error("outbox not writable", reason=str(error))
            self._answers.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(NOTED_AGAIN.total_seconds()):
                    await self._answers.wait()


def _is_storage(error: Exception) -> bool:
    """Whether the database failed, rather than what is stored of one row."""
    return isinstance(error, StorageError) and not isinstance(error, UnreadableError)


def _room_in(channel_id: ChannelId | None) -> int:
    return IN_NONE if channel_id is None else IN_A_CHANNEL
