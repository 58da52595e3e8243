"""Telling Discord what was committed: every board exactly once, in order in each match.

A row of the outbox goes from ``due`` over ``posting`` and ``posted`` to ``done``, each step in a
transaction of its own. ``posting`` is committed before the post is tried. So whoever finds a row in
that state, after a crash or a dropped connection, knows to look for the message before posting.
"""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.services.delivery.alarm import Alarm
from bot.services.delivery.messenger import CannotPost, ChannelGone, Messenger, TryLater
from bot.services.delivery.posting import Board, Destination, Posted, Poster
from bot.services.matches.errors import PicturesBusy
from bot.services.matches.models import MatchView
from bot.services.matches.store import Clock, Logbook
from bot.services.pictures.service import PictureService
from data import matches, outbox, servers
from data.database import Database, StorageError
from data.ids import MatchId
from data.outbox import Due
from data.states import DeliveryState

FIRST_PAUSE = timedelta(seconds=2)
LONGEST_PAUSE = timedelta(minutes=10)
PATIENCE = timedelta(minutes=2)
LONGEST_SLEEP = timedelta(hours=1)
LANES = 8

logger = structlog.get_logger(__name__)


class Delivery:
    """Works the outbox off: matches side by side, each match in order."""

    def __init__(
        self,
        database: Database,
        logbook: Logbook,
        pictures: PictureService,
        messenger: Messenger,
        clock: Clock,
        *,
        patience: timedelta = PATIENCE,
        grace: timedelta = timedelta(seconds=5),
    ) -> None:
        self._database = database
        self._logbook = logbook
        self._poster = Poster(messenger, pictures, patience)
        self._clock = clock
        self._grace = grace
        self._free = asyncio.Semaphore(LANES)
        self._alarm = Alarm()
        self._lanes: dict[MatchId, asyncio.Task[None]] = {}
        self._held: dict[MatchId, datetime] = {}

    def wake(self, match_id: MatchId) -> None:
        """Say that a board of this match was committed."""
        logger.debug("board due", match=match_id)
        self._alarm.ring()

    async def run(self) -> None:
        """Deliver until cancelled; what is being posted then gets a moment to finish."""
        try:
            while True:
                await self._sleep(await self._start_lanes())
        finally:
            await self._finish_lanes()

    async def deliver_due(self) -> None:
        """Deliver what is due now and come back; raises what stopped a match, the others go on."""
        await self._start_lanes()
        ended = await asyncio.gather(*self._lanes.values(), return_exceptions=True)
        for error in ended:
            if error is not None:
                raise error

    async def _start_lanes(self) -> datetime | None:
        # when to look again by itself, None if only a new board can make that necessary
        now = self._clock()
        try:
            async with self._database.reading() as connection:
                due = await outbox.matches_due(connection, now)
                following = await outbox.next_attempt(connection, now)
        except StorageError as error:
            logger.error("outbox not readable", reason=str(error))
            return now + FIRST_PAUSE
        self._held = {match_id: until for match_id, until in self._held.items() if until > now}
        for match_id in due:
            if match_id not in self._lanes and match_id not in self._held:
                self._start_lane(match_id)
        moments = [*self._held.values(), *([] if following is None else [following])]
        return min(moments, default=None)

    def _start_lane(self, match_id: MatchId) -> None:
        lane = asyncio.create_task(self._deliver_match(match_id), name=f"deliver match {match_id}")
        self._lanes[match_id] = lane
        lane.add_done_callback(lambda ended: self._end_lane(match_id, ended))

    def _end_lane(self, match_id: MatchId, lane: asyncio.Task[None]) -> None:
        # one match that cannot be delivered must not hold up the others, nor be lost sight of
        del self._lanes[match_id]
        self._alarm.ring()
        error = None if lane.cancelled() else lane.exception()
        if error is not None:
            self._held[match_id] = self._clock() + LONGEST_PAUSE / 10
            logger.error("delivery failed", match=match_id, exc_info=error)

    async def _sleep(self, until: datetime | None) -> None:
        left = LONGEST_SLEEP if until is None else until - self._clock()
        await self._alarm.sleep(min(max(left, timedelta(0)), LONGEST_SLEEP).total_seconds())

    async def _finish_lanes(self) -> None:
        lanes = set(self._lanes.values())
        if lanes:
            _, late = await asyncio.wait(lanes, timeout=self._grace.total_seconds())
            for lane in late:
                lane.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _deliver_match(self, match_id: MatchId) -> None:
        async with self._free:
            while (row := await self._head(match_id)) is not None:
                if row.next_attempt_at > self._clock():
                    return
                await self._deliver(row)

    async def _head(self, match_id: MatchId) -> Due | None:
        async with self._database.reading() as connection:
            return await outbox.head(connection, match_id)

    async def _deliver(self, row: Due) -> None:
        if row.state is DeliveryState.POSTED:
            await self._retire_previous(row)
            return
        try:
            destination, board = await self._prepare(row)
        except (CannotPost, TryLater, PicturesBusy) as error:
            await self._postpone(row, row.state, error)
            return
        if board is not None:
            await self._send(row, board, destination)

    async def _prepare(self, row: Due) -> tuple[Destination, Board | None]:
        # no board if it turns out to be there already
        view, threads = await self._read(row)
        destination = await self._poster.destination(view, threads=threads)
        if destination.thread_id != view.thread_id:
            async with self._database.transaction() as connection:
                await _remember(connection, row, destination)
        if row.state is DeliveryState.POSTING:
            found = await self._poster.find(view, destination)
            if found is not None:
                await self._store(row, found)
                return destination, None
        return destination, await self._poster.draw(view, nonce=f"q{row.id}")

    async def _send(self, row: Due, board: Board, destination: Destination) -> None:
        async with self._database.transaction() as connection:
            await outbox.begin(connection, row)
        try:
            posted = await self._poster.post(board, destination)
        except (CannotPost, ChannelGone) as error:
            await self._postpone(row, DeliveryState.DUE, error)
        except TryLater as error:
            await self._postpone(row, DeliveryState.POSTING, error)
        else:
            await self._store(row, posted)

    async def _store(self, row: Due, posted: Posted) -> None:
        channel_id, message_id = posted.channel_id, posted.message_id
        async with self._database.transaction() as connection:
            await outbox.posted(connection, row, channel_id, message_id)
            await matches.set_board(connection, row.match_id, channel_id, message_id)
            await _remember(connection, row, posted.destination)

    async def _retire_previous(self, row: Due) -> None:
        async with self._database.reading() as connection:
            previous = await outbox.before(connection, row.match_id, row.ply)
            if previous is not None:
                page = await self._logbook.read(connection, row.match_id, previous.ply)
        if previous is not None:
            await self._poster.retire(previous.message_id, previous.channel_id, page.view)
        async with self._database.transaction() as connection:
            await outbox.done(connection, row, self._clock())

    async def _postpone(self, row: Due, state: DeliveryState, error: Exception) -> None:
        pause = min(FIRST_PAUSE * 2 ** min(row.attempts, 20), LONGEST_PAUSE)
        if isinstance(error, TryLater) and error.retry_after is not None:
            pause = max(pause, error.retry_after)
        logger.warning("board postponed", match=row.match_id, ply=row.ply, error=repr(error))
        async with self._database.transaction() as connection:
            until = self._clock() + pause
            await outbox.postpone(connection, row, state, until, repr(error))

    async def _read(self, row: Due) -> tuple[MatchView, bool]:
        # the match as it stood then, and whether it may have a thread
        async with self._database.reading() as connection:
            view = (await self._logbook.read(connection, row.match_id, row.ply)).view
            if view.server_id is None:
                return view, False
            return view, (await servers.settings(connection, view.server_id)).threads


async def _remember(connection: AsyncConnection, row: Due, destination: Destination) -> None:
    await matches.set_thread(connection, row.match_id, destination.thread_id, destination.detour)
