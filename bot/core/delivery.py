"""Delivering the outbox to Discord: each row exactly once, in order within a destination.

A row is claimed in one transaction, posted, and finished in another. Each claim counts as an
attempt: a row that is claimed again, after a crash or a lost connection, may have been posted, so
its message is searched for first.

A slow destination does not block others: a row counts among the MAX_STARTING for STARTING_TIME
only, then among the MAX_UNDER_WAY, of which few may go to one channel.
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

from bot.core import outbox, outbox_claims
from bot.core.faults import (
    check_database,
    describe_error,
    done_or_error,
    is_outage,
    read_or_error,
    retry_delay,
)
from bot.core.matches import Now
from bot.core.measures import GIVEN_UP, POSTED, POSTPONED
from bot.core.outbox_claims import LEASE, LONGEST_DELAY, is_overtaken
from bot.core.posting import MessagePoster, Messenger, PostKind, Refusal, Shown, TryLater
from bot.core.waking import Wakeup
from data.database import Database
from data.errors import StorageError
from data.ids import ChannelId, ServerId
from data.shards import Shards
from data.states import MessageKind
from data.tables import outbox as outbox_table

FIRST_DELAY = timedelta(seconds=2)
WRITE_RETRY_DELAY = timedelta(seconds=1)
"""Longest retry delay for writing a row's outcome while the database fails.

A success of any other transaction ends the delay, since the database may fail again soon.
"""
WRITE_RETRY_LIMIT = LEASE / 2
"""How long that is retried: the claim ends soon after, and the row may be claimed by others."""
GRACE = timedelta(seconds=5)
MAX_STARTING = 16
"""How many messages may be starting at the same time."""
STARTING_TIME = timedelta(milliseconds=100)
"""After this time a message no longer counts as starting: its destination may be slow."""
MAX_UNDER_WAY = 512
"""How many messages may be under way; each holds its picture in memory."""
TRIES = 5
"""After so many failures in a row, while the database answers, a row is at fault itself."""
MAX_IN_CHANNEL = 4
"""How many may be under way to one channel."""
MAX_WITHOUT_CHANNEL = 64
"""How many may be under way without a known channel, such as direct messages."""

Work = tuple[outbox.Due, Any]
"""A claimed row and its post: None if nothing is to be shown, an exception if it is unreadable."""
Claimed = tuple[tuple[Work, ...], datetime | None]
"""The rows that were claimed; if none, when to try again."""

RefusalListener = Callable[[Connection, outbox.Due, Refusal, datetime], None]
"""Called in the transaction that ends a row which Discord refused for good."""

logger = structlog.get_logger(__name__)


class IdleWork(Protocol):
    """Work that is done while no message is due."""

    async def recover(self, shards: Shards) -> None:
        """Find what an earlier run has left undone; raises StorageError."""

    def begin(self) -> None:
        """Start what is to be done."""

    async def drain(self) -> None:
        """Wait until nothing is left to do."""

    @property
    def running(self) -> Collection[asyncio.Task[None]]:
        """The running tasks."""


class Delivery:
    """Delivers the outbox: destinations concurrently, each in order."""

    def __init__(
        self,
        database: Database,
        kinds: Mapping[MessageKind, PostKind[Any]],
        now: Now,
        messenger: Messenger,
        idle_work: IdleWork,
        *,
        shards: Shards,
        alone: bool | None,
        refused: RefusalListener,
    ) -> None:
        """``alone``: no other process delivers in these shards; None: it is so for a file.

        ``refused`` is called for every row that Discord refused for good.
        """
        self._database = database
        self._posters = {
            kind: MessagePoster(each, database, messenger) for kind, each in kinds.items()
        }
        self._now = now
        self._discord_time = messenger.time
        self._grace = GRACE
        self._shards = shards
        self._refused = refused
        self._alone = not database.is_shared if alone is None else alone
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._wakeup = Wakeup()
        self._failed_claims = 0
        """In a row."""
        self._claimed_all = False
        """Whether the last claim took every row that was ready."""
        self._workers: dict[asyncio.Task[None], outbox.Due] = {}
        """The row that each task delivers."""
        self._starting: set[asyncio.Task[None]] = set()
        self._claiming: asyncio.Future[Claimed] | None = None
        self._idle_work = idle_work
        self._database_answered = asyncio.Event()
        """Set by every successful write, cleared by a failed one."""
        self._lost_claims_until: datetime | None = None
        """Until then, a commit of unknown outcome may still claim rows for this process."""
        self._refused_in: set[ServerId] = set()
        """The servers in which a row was given up in this run."""
        database.subscribe(outbox.SUBJECT, self._wakeup.set)

    async def run(self) -> None:
        """Deliver until cancelled; messages under way then get the grace to finish."""
        if self._alone:  # remaining claims are those of a dead run
            await self._database.write(outbox_claims.release_all, self._now(), self._shards)
        await self._idle_work.recover(self._shards)
        # permissions may have been granted while the bot was off
        await self._retry_where(self._shards.holds(outbox_table.c.server_id))
        try:
            while True:
                following = await self._start_workers()
                await self._wakeup.sleep_until(following, self._now())
        finally:
            await asyncio.gather(self._abandon_claim(), self._finish_workers())

    async def _start_workers(self) -> datetime | None:
        """Start what can be started; returns when to try again, None to wait for a wakeup."""
        free = min(MAX_STARTING - len(self._starting), MAX_UNDER_WAY - len(self._workers))
        if free <= 0:
            return None
        try:
            self._claiming = asyncio.ensure_future(self._claimed(free))
            works, later = await asyncio.shield(self._claiming)
            self._claiming = None
            self._claimed_all = 0 < len(works) < free
            self._database_answered.set()
        except StorageError as error:
            logger.error("outbox not readable", reason=str(error))
            self._lost_claims_until = self._now() + LEASE
            return self._now() + FIRST_DELAY
        for work in works:
            self._start_worker(work)
        if works:
            return None  # the first worker to make room wakes this up
        self._idle_work.begin()
        return later if self._lost_claims_until is None else self._now() + FIRST_DELAY

    async def _claimed(self, most: int) -> Claimed:
        """Claim and load rows; if that fails, load each row in a transaction of its own."""
        try:
            claimed = await self._database.write(self._claim, most)
        except Exception as error:
            self._failed_claims += 1
            if is_outage(error) and self._failed_claims < TRIES:
                raise
            works, later = await self._database.write(self._claim, most, loads=False)
            loading = {due: partial(self._database.write, self._load, due) for due, _ in works}
            posts = [await done_or_error(self._database, load) for load in loading.values()]
            return tuple(zip(loading, posts, strict=True)), later
        self._failed_claims = 0
        return claimed

    def _claim(self, connection: Connection, most: int, *, loads: bool = True) -> Claimed:
        now = self._now()
        held = tuple(self._workers.values())  # one step: this may run in a thread
        if self._lost_claims_until is not None:
            outbox_claims.release_lost(connection, self._name, [due.id for due in held])
            if not now < self._lost_claims_until <= now + LEASE:
                self._lost_claims_until = None
        elif self._claimed_all:  # usually nothing is left, and this query is cheaper
            later = outbox_claims.next_attempt(connection, None, self._shards)
            if later is None or now < later <= now + LEASE:
                return (), later
        going = Counter(due.channel_id for due in held)
        claimed = self._claim_fairly(connection, now, most, going)
        later = None if claimed else outbox_claims.next_attempt(connection, now, self._shards)
        if not loads:
            return tuple((due, None) for due in claimed), later
        works = ((due, read_or_error(partial(self._load, connection, due))) for due in claimed)
        return tuple(works), later

    def _claim_fairly(
        self, connection: Connection, now: datetime, most: int, going: Counter[ChannelId | None]
    ) -> list[outbox.Due]:
        """Claim rows, none for a channel to which too many are ``going`` already."""
        taken: list[outbox.Due] = []
        while True:
            claimed = outbox_claims.claim(
                connection,
                self._name,
                now,
                self._discord_time(),
                most - len(taken),
                self._shards,
                full=[each for each, count in going.items() if count >= _room_in(each)],
            )
            left: list[outbox.Due] = []
            for due in claimed:
                # a row put aside may come with a later one of its destination, which then waits
                is_first = all(each.destination != due.destination for each in taken)
                has_room = is_first and going[due.channel_id] < _room_in(due.channel_id)
                (taken if has_room else left).append(due)
                going[due.channel_id] += has_room
            if not left:
                return taken
            outbox_claims.unclaim(connection, left)

    def _load(self, connection: Connection, due: outbox.Due) -> Any:
        """The row's post; raises whatever its kind raises."""
        if due.faults and is_overtaken(connection, due):
            return None  # an older board never follows a newer one
        return self._posters[due.kind].kind.load(connection, due)

    def _start_worker(self, work: Work) -> None:
        due = work[0]
        worker = asyncio.create_task(self._deliver(*work), name=f"deliver {due.destination}")
        self._workers[worker] = due
        self._starting.add(worker)
        asyncio.get_running_loop().call_later(
            STARTING_TIME.total_seconds(), self._make_room, worker
        )
        worker.add_done_callback(self._end_worker)

    def _make_room(self, worker: asyncio.Task[None]) -> None:
        if worker in self._starting:
            self._starting.discard(worker)
            self._wakeup.set()

    def _end_worker(self, worker: asyncio.Task[None]) -> None:
        self._starting.discard(worker)
        del self._workers[worker]
        self._wakeup.set()
        error = None if worker.cancelled() else worker.exception()
        if isinstance(error, StorageError):
            self._lost_claims_until = self._now() + LEASE
            logger.error("delivery failed", worker=worker.get_name(), reason=str(error))
        elif error is not None:
            logger.error("delivery failed", worker=worker.get_name(), exc_info=error)

    async def _abandon_claim(self) -> None:
        """Release rows claimed while being stopped; else they would wait for the lease to end."""
        if self._claiming is None:
            return
        with suppress(TimeoutError, StorageError):
            async with asyncio.timeout(GRACE.total_seconds()):
                works, _ = await self._claiming
                await self._database.write(outbox_claims.unclaim, [due for due, _ in works])

    async def _finish_workers(self) -> None:
        """Wait for the messages under way, then cancel them."""
        try:
            async with asyncio.timeout(self._grace.total_seconds()):
                if self._workers:
                    await asyncio.wait(self._workers)
                await self._idle_work.drain()
        except TimeoutError:
            late = (*self._workers, *self._idle_work.running)
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
            pause = retry_delay(due.attempts + 1, FIRST_DELAY)
            await self._postpone(due, error, max(pause, error.retry_after or timedelta(0)))
        except Exception as error:
            if is_outage(error) and error is not subject and due.attempts < TRIES:
                # probably not the row's fault: if this can be written, the retry can be too
                await self._postpone(due, error, FIRST_DELAY)
                return
            await self._put_aside(due, error, uncertain=error is not subject or due.uncertain)
            raise
        else:
            await self._finish(due, shown)

    async def _finish(self, due: outbox.Due, shown: Shown | None) -> None:
        def finish(connection: Connection) -> None:
            message = None if shown is None else shown.message
            noted = outbox_claims.finish(connection, due, self._now(), message)
            if noted and shown is not None:
                self._posters[due.kind].kind.remember(connection, shown.card, shown.message)

        try:
            await self._note(finish)
        except Exception as error:
            if is_outage(error):
                await check_database(self._database)
            await self._put_aside(due, error, uncertain=True)
            raise
        POSTED.labels(due.kind).observe((self._now() - due.created_at).total_seconds())

    async def _put_aside(self, due: outbox.Due, error: Exception, *, uncertain: bool) -> None:
        """Put aside a row that fails by a fault of the bot, so that later rows overtake it."""
        POSTPONED.labels(due.kind).inc()
        why, faults = describe_error(error), due.faults + 1
        logger.error("message put aside", **due.named, faults=faults, error=why)
        until, kept = self._now() + retry_delay(faults), {"uncertain": uncertain, "faults": faults}
        await self._note(outbox_claims.postpone, due, until, why, **kept)

    async def _give_up(self, due: outbox.Due, error: Refusal) -> None:
        """End a row that Discord refused for good; all final refusals come here."""
        GIVEN_UP.labels(due.kind).inc()
        if due.server_id is not None:
            self._refused_in.add(due.server_id)
        told = f"{type(error).__name__}: {error}"
        where = {"server": due.server_id, "channel": due.channel_id}
        logger.warning("message given up", **due.named, **where, error=told)

        def give_up(connection: Connection) -> None:
            if outbox_claims.give_up(connection, due, self._now(), told):
                self._refused(connection, due, error, self._now())

        await self._note(give_up)

    async def retry_refused(self, server_id: ServerId) -> None:
        """Retry what was refused in a server, after something has changed there."""
        if server_id in self._refused_in:
            self._refused_in.discard(server_id)
            await self._retry_where(outbox.in_server(server_id))

    async def _retry_where(self, where: ColumnElement[bool]) -> None:
        waiting = [each for each, poster in self._posters.items() if poster.kind.waits]
        await self._database.write(outbox.retry_refused, self._now(), waiting, where)

    async def _postpone(self, due: outbox.Due, error: Exception, pause: timedelta) -> None:
        POSTPONED.labels(due.kind).inc()
        until, told = self._now() + min(pause, LONGEST_DELAY), f"{type(error).__name__}: {error}"
        logger.warning("message postponed", **due.named, error=told)
        kept = {"uncertain": True, "faults": due.faults}
        await self._note(outbox_claims.postpone, due, until, told, **kept)

    async def _note(self, write: Callable[..., object], *args: Any, **options: Any) -> None:
        """Write a row's outcome, retrying while its claim is sure to hold.

        Raises StorageError after that; the row is tried again when its claim ends.
        """
        until = self._now() + WRITE_RETRY_LIMIT
        while True:
            try:
                await self._database.write(write, *args, **options)
                return self._database_answered.set()
            except StorageError as error:
                if self._now() >= until or not is_outage(error):
                    raise
                logger.error("outbox not writable", reason=str(error))
            self._database_answered.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(WRITE_RETRY_DELAY.total_seconds()):
                    await self._database_answered.wait()


def _room_in(channel_id: ChannelId | None) -> int:
    return MAX_WITHOUT_CHANNEL if channel_id is None else MAX_IN_CHANNEL
