"""Heartbeats: records while this process serves its shards, and credits the outages between.

An outage is credited to every running clock, once, before the clock changes otherwise.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

import structlog
from sqlalchemy import Connection

from bot.core.clocks import GRACE, SHORTEST_OUTAGE, stored_clock
from bot.core.clocks import storage as clocks
from bot.core.events import NO_LISTENERS, Events
from bot.core.faults import is_outage
from bot.core.matches import MatchState, MatchSummary, NewEntry, Now
from bot.core.matches import storage as matches
from bot.core.waking import RunningInteractions, Wakeup
from bot.features.timekeeping import storage
from bot.features.timekeeping.match_clocks import MatchClocks
from data.database import Database
from data.errors import UnreadableError
from data.ids import ServerId, interaction_time
from data.shards import ALL, Shard, Shards

SHORTEST_GAP = timedelta(seconds=1)
"""Gaps in presence up to this length are ignored, even at the start of a process."""
CREDITED_AT_ONCE = 10
"""The most matches credited in one transaction, which blocks their moves until it ends."""

Gap: TypeAlias = tuple[datetime, datetime]
"""The beginning and the end of a time in which players could do nothing."""


@dataclass(frozen=True, slots=True)
class OutageMadeGood:
    """An event: an outage of a shard has been credited to all its matches."""

    began: datetime
    ended: datetime
    shard: Shard


logger = structlog.get_logger(__name__)


class Faults:
    """Periods when this process was up but could not write to the database.

    A fault lasts from the first write that failed to the next one that succeeded.
    """

    def __init__(self, now: Now) -> None:
        self._now = now
        self._since: datetime | None = None
        self._succeeded: datetime | None = None
        self._over: tuple[Gap, ...] = ()
        self.news = Wakeup()
        """Wakes when a fault begins, so that a beat soon finds out when it ends."""

    def observe(self, kind: str, seconds: float, raised: BaseException | None) -> None:
        """Record the outcome of a transaction; an unreadable value is no fault."""
        now = self._now()
        if is_outage(raised):
            began = now - timedelta(seconds=seconds)
            self._since = self._since or max(began, self._succeeded or began)
            self.news.set()
        elif raised is None and kind == "write":
            self._over += () if self._since is None else ((self._since, now),)
            self._since, self._succeeded = None, now

    def known(self, now: datetime) -> tuple[Gap, ...]:
        """The faults that are not forgotten, with the current one up to ``now``."""
        going_on = () if self._since is None else ((self._since, now),)
        each = (*self._over, *going_on)
        return tuple((began, ended) for began, ended in each if ended - began > SHORTEST_GAP)

    def forget(self, before: datetime) -> None:
        """Forget the faults that ended before."""
        self._over = tuple(each for each in self._over if each[1] > before)


@dataclass(frozen=True, slots=True)
class Heart:
    """The interval of heartbeats, and the gap between them that counts as an outage.

    ``missed_after`` is for matches over days; in live matches a late beat is an outage already.
    """

    every: timedelta = timedelta(seconds=15)
    missed_after: timedelta = SHORTEST_OUTAGE

    @property
    def late(self) -> timedelta:
        """The time after a beat from which the next one counts as late."""
        return min(self.every * 4 / 3, self.missed_after)


class Presence:
    """Records when this process serves its shards, and credits the outages between.

    Without reports of lost connections, the process counts as connected to Discord.
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
        self.interactions = RunningInteractions()
        """Set to those of the client when it starts."""
        self.ask: Callable[[], Awaitable[Collection[int]]] | None = None
        """Asks Discord for an answer on every shard; the numbers of the shards without one.

        If set, a beat counts only for the shards on which Discord answers.
        """
        self._lost: frozenset[int] = frozenset()
        self._silent: frozenset[int] = frozenset()
        self._since: dict[Shard, datetime | None] | None = None
        self._noted: dict[Shard, datetime] = {}
        self._clock_set_back = set[Shard]()
        """Shards whose stored presence was moved back since the last beat."""
        self._beats = 0  # in progress
        self._faults = Faults(now)
        database.observe(self._faults.observe)

    async def run(self) -> None:
        """Beat until cancelled; raises StorageError.

        A fault of the database cuts the interval short, so that its end is noticed soon.
        """
        every = self._heart.every
        while True:
            began = self._now()
            await self.beat()
            await self._faults.news.sleep(every - self._elapsed(began))
            gap = min(SHORTEST_GAP, every) - self._elapsed(began)
            await asyncio.sleep(gap.total_seconds())

    def _elapsed(self, moment: datetime) -> timedelta:
        return max(self._now() - moment, timedelta())

    async def disconnected(self) -> None:
        """No shard is connected to Discord."""
        await self.lost(self._shards.ids)

    async def lost(self, numbers: Collection[int]) -> None:
        """The process is connected to Discord on all its shards except these.

        Without sharding, any number means the whole process.
        """
        self._lost = self._own(numbers)
        self._update_since()
        await self.beat()

    async def beat(self) -> None:
        """Store the presence of each shard, note outages, and credit them."""
        self._beats += 1
        try:
            if self.ask is not None:
                self._silent = self._own(await self.ask())
                self._update_since()
            noted, present = await self._database.write(self._beat)
            since = self._since or {}  # read again: a shard lost meanwhile is not noted
            self._noted |= {shard: noted for shard, at in present.items() if since.get(shard) == at}
            self._clock_set_back.clear()
            self._faults.forget(noted)
            while await self._database.write(credit_batch, self._now(), self._events):
                pass
        finally:
            self._beats -= 1

    def is_there(self, connection: Connection, now: datetime) -> bool:
        """Whether this process hears everybody who acts in time, and owes no credit.

        It is False for GRACE after reconnecting, when Discord still delivers what happened before,
        and when the clock has just jumped.
        """
        for since in (self._since or {}).values():
            if since is None or since <= now < since + GRACE:
                return False
        return not self.owes(connection, now)

    def owes(self, connection: Connection, now: datetime) -> bool:
        """Whether an outage is not credited yet, stored or not."""
        missed = any(self._missed(connection, shard, now) for shard in self._shards.each)
        return missed or bool(storage.unfinished_outages(connection))

    def would_have_heard(
        self, connection: Connection, server_id: ServerId | None, deadline: datetime, now: datetime
    ) -> bool:
        """Whether a move in this server before the ``deadline`` would be stored by now.

        For this process' own shards, where ``is_there`` was asked before, it is unless Discord has
        not answered since or an interaction from before is being answered. For others, their
        stored presence decides.
        """
        shard = Shard.of(server_id, self._shards.count)
        if shard in self._shards.each:
            answered = self._noted.get(shard)
            is_heard = self.ask is None or (answered is not None and answered >= deadline)
            return is_heard and not self.interactions.is_waiting(deadline, now)
        known = storage.presence_by_shard(connection).get(shard)
        if known is None or known.since is None or known.present_at is None:
            return False
        return known.since + GRACE <= now and known.present_at >= deadline + GRACE

    def hear(
        self, connection: Connection, state: MatchState, new: NewEntry, now: datetime
    ) -> MatchSummary | None:
        """Check of a change: note an outage that ends with it, before its time is reckoned.

        It returns the match as owing credit, if there is an outage or a beat may be storing one.
        """
        time, server_id = state.match.time, state.match.server_id
        if time is None:
            return None
        if interaction_time(new.key) is None:  # a timer's change, not a person's
            self.follow_clock(connection, server_id, now)
            return None
        noted = self.notice(connection, server_id, now)
        return replace(state.match, time=replace(time, owed=True)) if noted or self._beats else None

    def notice(self, connection: Connection, server_id: ServerId | None, now: datetime) -> bool:
        """Store an outage of the server's shard that ends now, as somebody is heard; whether so."""
        noted = False
        self.follow_clock(connection, server_id, now)
        for shard in self._serving(server_id):
            if self._missed(connection, shard, now):
                self._note_outages(connection, shard, now)
                noted = True
        return noted

    def _serving(self, server_id: ServerId | None) -> tuple[Shard, ...]:
        """The shards of this process that serve the server; none before the first connection."""
        each = () if self._since is None else self._shards.each
        return tuple(shard for shard in each if shard.serves(server_id))

    def follow_clock(
        self, connection: Connection, server_id: ServerId | None, now: datetime
    ) -> None:
        """Move the stored presence back if the system clock was set back since the last beat.

        Call this before a player's time begins to run by the clock. Otherwise a correction of the
        clock before the next beat would go unnoticed.
        """
        for shard in self._serving(server_id):
            noted = self._noted.get(shard)
            if noted is None or noted - now > storage.PROCESS_SKEW:
                storage.follow_clock(connection, shard, now)
                self._clock_set_back.add(shard)  # until the next beat

    def _own(self, numbers: Collection[int]) -> frozenset[int]:
        """The shards of this process with Discord's numbers; without sharding, any means all."""
        return frozenset(self._shards.ids if numbers and self._shards == ALL else numbers)

    def _update_since(self) -> None:
        """Update since when each shard is connected; None for those that are not."""
        gone, before, now = self._lost | self._silent, self._since or {}, self._now()
        self._since = {
            shard: None if shard.number in gone else before.get(shard) or now
            for shard in self._shards.each
        }
        self._noted = {each: at for each, at in self._noted.items() if self._since[each]}

    def _missed(self, connection: Connection, shard: Shard, now: datetime) -> bool:
        """Whether the shard has a gap in its presence; reads storage only if there may be one."""
        noted = self._noted.get(shard)
        in_doubt = shard in self._clock_set_back or self._faults.known(now)
        if noted is not None and now - noted <= self._heart.late and not in_doubt:
            return False
        return bool(self._gaps(connection, shard, now))

    def _gaps(self, connection: Connection, shard: Shard, now: datetime) -> tuple[Gap, ...]:
        """The gaps in the shard's presence that are not stored yet.

        If this process has recorded the shard's presence itself, only faults and late beats count.
        """
        if shard not in self._noted:
            return gaps(connection, shard, now, SHORTEST_GAP, ())
        faults = () if shard in self._clock_set_back else self._faults.known(now)
        return gaps(connection, shard, now, self._heart.late, faults)

    def _note_outages(self, connection: Connection, shard: Shard, now: datetime) -> None:
        """Store the gaps as outages; again if another process or a delayed beat interferes.

        Short ones are credited in live matches only. Call this only while the shard is present.
        """
        noted = False
        while not noted:
            noted = True
            for began, ended in self._gaps(connection, shard, now):
                length = ended - began
                short = length <= self._heart.missed_after
                noted = storage.add_outage(connection, shard, began, ended, live_only=short)
                if not noted:
                    break
                since, seconds = began.isoformat(), length.total_seconds()
                logger.warning("was away", shard=str(shard), since=since, seconds=seconds)

    def _beat(self, connection: Connection) -> tuple[datetime, dict[Shard, datetime]]:
        """Store a beat; the time, and since when each connected shard has been present."""
        now, since = self._now(), self._since or {}
        present = {shard: at for shard, at in since.items() if at is not None}
        for shard in self._shards.each:
            if shard in present:
                self._note_outages(connection, shard, now)
            else:
                storage.follow_clock(connection, shard, now)
        storage.note_presence(connection, dict.fromkeys(self._shards.each) | since, now)
        return now, present


def gaps(
    connection: Connection, shard: Shard, now: datetime, after: timedelta, faults: tuple[Gap, ...]
) -> tuple[Gap, ...]:
    """The ``faults``, and the time since the shard's last presence if longer than ``after``.

    A fault that begins later than ``after`` past the last presence is extended back to it. A jump
    of the system clock looks like a gap too. Times up to the last stored presence are left out.
    """
    last = storage.last_present(connection, shard, now)
    if last is None:
        return ()
    found = []
    for began, ended in (*faults, (now, now)):
        since = last if began - last > after else max(began, last)
        if ended - since > SHORTEST_GAP:
            found.append((since, ended))
        last = max(last, ended)
    return tuple(found)


def credit_batch(connection: Connection, now: datetime, events: Events) -> bool:
    """Credit the first unfinished outage to a batch of matches; whether more is left to do.

    After the last batch of an outage that was not short, OutageMadeGood is told, so that other
    features extend their own times.
    """
    unfinished = storage.unfinished_outages(connection, lock=True)
    if not unfinished:
        return False
    outage = unfinished[0]
    running = clocks.running_clocks(connection) if outage.live_only else ()
    kinds = tuple(filter(_is_live, running)) if outage.live_only else None
    most, shard = CREDITED_AT_ONCE, outage.shard
    batch = clocks.timed_after(connection, outage.credited_to, most, shard, kinds)
    for match_id in batch:
        try:
            match = matches.get(connection, match_id, lock=True)
            if match is not None:
                loaded = MatchClocks(match)
                loaded.credit(outage, now)
                loaded.save(connection, now)
        except UnreadableError as error:
            # a damaged match must not keep the others from their credit
            logger.error("outage not made good", match=match_id, reason=str(error))
    done = len(batch) < most
    if done and not outage.live_only:
        made_good = OutageMadeGood(outage.began, outage.ended, shard)
        events.tell(connection, made_good, now)
    up_to = batch[-1] if batch else outage.credited_to
    storage.set_credited(connection, outage.id, up_to, done=done)
    return not done or len(unfinished) > 1


def _is_live(kind: str) -> bool:
    try:
        return stored_clock(kind).live
    except UnreadableError:
        return False
