"""Whether this process is there for the players: alive, and connected to Discord."""

from __future__ import annotations

import asyncio
import os
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.services.clocks import GRACE, SHORTEST_OUTAGE
from bot.services.matches import Now
from bot.services.timekeeping.outages import Listener, credit_batch, note_outage
from data import presence
from data.database import Database


@dataclass(frozen=True, slots=True)
class Heart:
    """How often it is noted that a process is there, and after how long that is missed."""

    every: timedelta = timedelta(seconds=15)
    missed_after: timedelta = SHORTEST_OUTAGE


class Presence:
    """Notes while the process is there, and makes good when none was.

    Where nobody watches the connection to Discord, it counts as one that holds.
    """

    def __init__(
        self,
        database: Database,
        now: Now,
        heart: Heart,
        listeners: tuple[Listener, ...] = (),
    ) -> None:
        """``listeners`` make good what else than clocks an outage has cost."""
        self._database = database
        self._now = now
        self._heart = heart
        self._listeners = listeners
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._connected: bool | None = None
        self._since: datetime | None = None

    @property
    def heart(self) -> Heart:
        """How it beats."""
        return self._heart

    async def run(self) -> None:
        """Beat until cancelled; raises StorageError."""
        while True:
            await self.beat()
            await asyncio.sleep(self._heart.every.total_seconds())

    async def connected(self) -> None:
        """Discord tells what happens, from now on."""
        self._connected, self._since = True, self._now()
        await self.beat()

    async def disconnected(self) -> None:
        """Discord tells nothing any more, or not yet."""
        self._connected = False
        await self.beat()

    async def beat(self) -> None:
        """Note how it is, and make good what was missed."""
        await self._database.write(self._beat)
        while await self._database.write(credit_batch, self._now(), self._listeners):
            pass

    def is_there(self, connection: Connection, now: datetime) -> bool:
        """Whether nobody who acts in time can go unheard, and nothing is to be made good.

        For a moment after coming back that is not so, since it is then that one hears of what
        happened before; nor when the clock has just jumped.
        """
        if self._connected is False or (self._since and now < self._since + GRACE):
            return False
        last = presence.last_present(connection)
        missed = last is not None and now - last > self._heart.missed_after
        return not missed and not presence.undone(connection)

    def note_outage(self, connection: Connection, now: datetime) -> None:
        """Note an outage that has just ended, since somebody is heard again."""
        note_outage(connection, now, self._heart.missed_after)

    def _beat(self, connection: Connection) -> None:
        now = self._now()
        if self._connected:
            self.note_outage(connection, now)
        presence.beat(connection, self._name, now, connected=bool(self._connected))
