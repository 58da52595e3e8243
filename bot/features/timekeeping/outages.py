"""Credits outages of the bot to running clocks, once each, before clocks change otherwise."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

import structlog
from sqlalchemy import Connection

from bot.core.clocks import Outage, stored_clock
from bot.core.clocks import storage as clocks
from bot.core.events import Events
from bot.core.faults import is_outage
from bot.core.matches import MatchSummary, Now
from bot.core.matches import storage as matches
from bot.core.waking import Wakeup
from bot.features.timekeeping import storage
from bot.features.timekeeping.match_clocks import MatchClocks, follow_absences
from data.errors import UnreadableError
from data.ids import MatchId
from data.shards import Shard

SHORTEST_GAP = timedelta(seconds=1)
"""Gaps in presence up to this length are ignored, even at the start of a process."""
BATCH = 10
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


def note(connection: Connection, shard: Shard, gap: Gap, short: timedelta) -> bool:
    """Store an outage of a shard; False if the shard was present after it began.

    An outage up to ``short`` is credited in live matches only. Call this only while the shard is
    present.
    """
    (began, ended), length = gap, gap[1] - gap[0]
    noted = storage.add_outage(connection, shard, began, ended, live_only=length <= short)
    if noted:
        seconds = length.total_seconds()
        logger.warning("was away", shard=str(shard), since=began.isoformat(), seconds=seconds)
    return noted


def load_credited(connection: Connection, match: MatchSummary, now: datetime) -> MatchClocks:
    """The match's clocks with all outages credited and absences followed, not yet stored."""
    loaded = MatchClocks(match)
    if match.time is not None and match.time.owed:  # an outage may not be credited yet
        for outage in storage.unfinished_outages(connection):
            if outage.shard.serves(match.server_id):
                credit(loaded, outage, now)
    follow_absences(connection, loaded, now)
    return loaded


def credit(loaded: MatchClocks, outage: Outage, now: datetime) -> None:
    """Credit an outage to every seat whose time ran, unless an absence had paused the match."""
    absent_since = loaded.match.absent_since
    if absent_since is not None and absent_since <= outage.began:
        return
    for clock in loaded.seats.values():
        loaded.change(clock.credit(outage, now))


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
    batch = clocks.timed_after(connection, outage.credited_to, BATCH, outage.shard, kinds)
    for match_id in batch:
        try:
            _credit_match(connection, match_id, outage, now)
        except UnreadableError as error:
            # a damaged match must not keep the others from their credit
            logger.error("outage not made good", match=match_id, reason=str(error))
    done = len(batch) < BATCH
    if done and not outage.live_only:
        made_good = OutageMadeGood(outage.began, outage.ended, outage.shard)
        events.tell(connection, made_good, now)
    up_to = batch[-1] if batch else outage.credited_to
    storage.set_credited(connection, outage.id, up_to, done=done)
    return not done or len(unfinished) > 1


def _credit_match(connection: Connection, match_id: MatchId, outage: Outage, now: datetime) -> None:
    match = matches.get(connection, match_id, lock=True)
    if match is not None:
        loaded = MatchClocks(match)
        credit(loaded, outage, now)
        loaded.save(connection, now)


def _is_live(kind: str) -> bool:
    try:
        return stored_clock(kind).live
    except UnreadableError:
        return False
