"""Whether this process is there for the players: alive, and connected to Discord."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Hashable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy import Connection

from bot.core.clocks import GRACE, SHORTEST_OUTAGE
from bot.core.events import NO_LISTENERS, Events
from bot.core.matches import MatchState, NewEntry, Now
from bot.core.matches.storage import MatchSummary
from bot.features.timekeeping import outages, presence_storage
from bot.features.timekeeping.outages import SHORTEST_GAP, Gap
from data.database import Database
from data.ids import ServerId, interaction_time
from data.shards import ALL, Shard, Shards

AT_MOST = timedelta(minutes=1)
"""How long something that is being answered is waited for."""
Ask: TypeAlias = Callable[[], Awaitable[Collection[int]]]
"""Asks Discord for an answer on every shard; the numbers of those on which none comes."""


class Hearing:
    """Notes what is being answered in this process, and when that reached Discord."""

    def __init__(self) -> None:
        self._answering: dict[Hashable, tuple[datetime, datetime]] = {}

    def begin(self, task: Hashable, arrived: datetime, now: datetime) -> None:
        """Something that reached Discord when it ``arrived`` is being answered from ``now`` on."""
        self._answering[task] = arrived, now

    def end(self, task: Hashable) -> None:
        """It has been answered."""
        self._answering.pop(task, None)

    def is_waiting(self, deadline: datetime, now: datetime) -> bool:
        """Whether something from before the ``deadline`` is being answered; it may be a move."""
        return any(
            arrived < deadline and now - since < AT_MOST
            for arrived, since in tuple(self._answering.values())
        )


@dataclass(frozen=True, slots=True)
class Heart:
    """How often it is noted that a process is there, and after how long that is missed.

    ``missed_after`` is for matches that take days; in live ones a beat that is late is missed.
    """

    every: timedelta = timedelta(seconds=15)
    missed_after: timedelta = SHORTEST_OUTAGE

    @property
    def late(self) -> timedelta:
        """Longer than this after a beat, the next one was held up."""
        return min(self.every * 4 / 3, self.missed_after)


class Presence:
    """Notes while the process is there for its shards, and makes good when nobody was.

    Where nobody watches the connection to Discord, it counts as one that holds.
    """

    def __init__(
        self,
        database: Database,
        now: Now,
        heart: Heart,
        shards: Shards = ALL,
        events: Events = NO_LISTENERS,
    ) -> None:
        self._database = database
        self._now = now
        self._heart = heart
        self._shards = shards
        self._events = events
        self.hearing = Hearing()
        self.ask: Ask | None = None
        """With this a beat counts for those shards alone on which Discord answers to it."""
        self._lost: frozenset[int] = frozenset()
        self._silent: frozenset[int] = frozenset()
        self._since: dict[Shard, datetime | None] | None = None
        self._noted: dict[Shard, datetime] = {}
        self._strayed: set[Shard] = set()  # for which the clock was set back since
        self._beats = 0  # that are under way
        self._faults = outages.Faults(now)
        database.observe(self._faults.observe)

    async def run(self) -> None:
        """Beat until cancelled, however long an answer takes; raises StorageError.

        Where the database takes nothing the heart does not wait, so that it is known for how long.
        """
        every = self._heart.every
        while True:
            began = self._now()
            await self.beat()
            await self._faults.news.sleep(every - self._gone_since(began))
            gap = min(SHORTEST_GAP, every) - self._gone_since(began)
            await asyncio.sleep(gap.total_seconds())

    def _gone_since(self, moment: datetime) -> timedelta:
        return max(self._now() - moment, timedelta())

    async def disconnected(self) -> None:
        """Discord tells nothing any more, or not yet."""
        await self.lost(self._shards.ids)

    async def lost(self, numbers: Collection[int]) -> None:
        """Discord tells what happens on the process' shards, but not on those of these numbers.

        Where it has not been asked for any by number, all are lost together.
        """
        self._lost = self._own(numbers)
        self._tell_apart()
        await self.beat()

    async def beat(self) -> None:
        """Note how it is, and make good what was missed."""
        self._beats += 1
        try:
            if self.ask is not None:
                self._silent = self._own(await self.ask())
                self._tell_apart()
            noted, there = await self._database.write(self._beat)
            since = self._since or {}  # by now; who was lost meanwhile is not noted
            self._noted |= {shard: noted for shard, at in there.items() if since.get(shard) == at}
            self._strayed.clear()
            self._faults.forget(noted)
            while await self._database.write(outages.credit_batch, self._now(), self._events):
                pass
        finally:
            self._beats -= 1

    def is_there(self, connection: Connection, now: datetime) -> bool:
        """Whether nobody who acts in time can go unheard, and nothing is to be made good.

        For a moment after coming back that is not so, since it is then that one hears of what
        happened before; nor when the clock has just jumped.
        """
        for since in (self._since or {}).values():
            if since is None or since <= now < since + GRACE:
                return False
        return not self.owes(connection, now)

    def owes(self, connection: Connection, now: datetime) -> bool:
        """Whether something is to be made good, noted or not."""
        missed = any(self._missed(connection, shard, now) for shard in self._shards.each)
        return missed or bool(presence_storage.undone(connection))

    def would_have_heard(
        self, connection: Connection, server_id: ServerId | None, deadline: datetime, now: datetime
    ) -> bool:
        """Whether a move in this server before the ``deadline`` would be known by now.

        For servers of this process' own shards ``is_there`` has the answer, but for what has been
        heard and is not done yet, and for a connection that looks alive: on that Discord must have
        answered since.
        """
        shard = Shard.of(server_id, self._shards.count)
        if shard in self._shards.each:
            answered = self._noted.get(shard)
            is_heard = self.ask is None or (answered is not None and answered >= deadline)
            return is_heard and not self.hearing.is_waiting(deadline, now)
        known = presence_storage.by_shard(connection).get(shard)
        if known is None or known.since is None or known.present_at is None:
            return False
        return known.since + GRACE <= now and known.present_at >= deadline + GRACE

    def hear(
        self, connection: Connection, state: MatchState, new: NewEntry, now: datetime
    ) -> MatchSummary | None:
        """Take part in what somebody does: note the outage, if it is the first heard after one.

        So it is made good before any time is reckoned, though no heart has beaten since. The match
        then knows of it, and of one that this process notes just now.
        """
        time, server_id = state.match.time, state.match.server_id
        if time is None:
            return None
        if interaction_time(new.key) is None:  # nobody is heard
            self.follow_clock(connection, server_id, now)
            return None
        noted = self.notice(connection, server_id, now)
        return replace(state.match, time=replace(time, owed=True)) if noted or self._beats else None

    def notice(self, connection: Connection, server_id: ServerId | None, now: datetime) -> bool:
        """Note the outage of a server's shard that has just ended, since somebody is heard.

        Whether there may be one.
        """
        noted = False
        self.follow_clock(connection, server_id, now)
        for shard in self._serving(server_id):
            if self._missed(connection, shard, now):
                self._note_outages(connection, shard, now)
                noted = True
        return noted

    def _serving(self, server_id: ServerId | None) -> tuple[Shard, ...]:
        """The shards of this process that serve the server, once it has been connected."""
        each = () if self._since is None else self._shards.each
        return tuple(shard for shard in each if shard.serves(server_id))

    def follow_clock(
        self, connection: Connection, server_id: ServerId | None, now: datetime
    ) -> None:
        """Where the clock was set back since the last beat, let what is noted follow it.

        To be called before somebody's time begins to run by this clock: else nobody would see that
        the clock is set right before the next beat.
        """
        for shard in self._serving(server_id):
            noted = self._noted.get(shard)
            if noted is None or noted - now > presence_storage.CLOCKS_APART:
                presence_storage.follow_clock(connection, shard, now)
                self._strayed.add(shard)  # until a beat has noted what the clock says now

    def _own(self, numbers: Collection[int]) -> frozenset[int]:
        """The shards of this process that are meant by numbers that Discord knows."""
        return frozenset(self._shards.ids if numbers and self._shards == ALL else numbers)

    def _tell_apart(self) -> None:
        """Tell the shards that are heard, and since when, from those that are not."""
        gone, before, now = self._lost | self._silent, self._since or {}, self._now()
        self._since = {
            shard: None if shard.number in gone else before.get(shard) or now
            for shard in self._shards.each
        }
        self._noted = {each: at for each, at in self._noted.items() if self._since[each]}

    def _missed(self, connection: Connection, shard: Shard, now: datetime) -> bool:
        """Whether the shard was last present too long ago; asks only where it may be so."""
        noted, in_doubt = self._noted.get(shard), shard in self._strayed or self._faults.known(now)
        if noted is not None and now - noted <= self._heart.late and not in_doubt:
            return False
        return bool(self._gaps(connection, shard, now))

    def _gaps(self, connection: Connection, shard: Shard, now: datetime) -> tuple[Gap, ...]:
        """When nothing could be done for the shard's players, which is not noted yet.

        Where this process has heard everything since it noted so, that is while the database took
        nothing, or a beat is late.
        """
        if shard not in self._noted:
            return outages.gaps(connection, shard, now, SHORTEST_GAP, ())
        faults = () if shard in self._strayed else self._faults.known(now)
        return outages.gaps(connection, shard, now, self._heart.late, faults)

    def _note_outages(self, connection: Connection, shard: Shard, now: datetime) -> None:
        """Note them, also where a beat from before the clock jumped is written only now."""
        noted, short = False, self._heart.missed_after
        while not noted:
            gaps = self._gaps(connection, shard, now)
            noted = all(outages.note(connection, shard, gap, short) for gap in gaps)

    def _beat(self, connection: Connection) -> tuple[datetime, dict[Shard, datetime]]:
        """Note how it is: now, and since when each shard has been present that is."""
        now, since = self._now(), self._since or {}
        there = {shard: at for shard, at in since.items() if at is not None}
        for shard in self._shards.each:
            if shard in there:
                self._note_outages(connection, shard, now)
            else:
                presence_storage.follow_clock(connection, shard, now)
        presence_storage.beat(connection, dict.fromkeys(self._shards.each) | since, now)
        return now, there
