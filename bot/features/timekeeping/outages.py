"""Making good that the bot was away: before anything else happens to a clock, and only once."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

import structlog
from sqlalchemy import Connection

from bot.core.clocks import Outage, stored_clock
from bot.core.clocks import storage as clocks
from bot.core.events import Events
from bot.core.matches import Now
from bot.core.matches import storage as matches
from bot.core.matches.storage import MatchSummary
from bot.core.waking import Wakeup
from bot.features.timekeeping import presence_storage
from bot.features.timekeeping.absent_time import follow_absences
from bot.features.timekeeping.stored import MatchClocks
from data.errors import StorageError, UnreadableError
from data.ids import MatchId
from data.shards import Shard

SHORTEST_GAP = timedelta(seconds=1)
"""What is not longer than this is not missed, even by a process that has just begun."""
BATCH = 10
"""Matches that are credited in one transaction, which nobody can move in until it ends."""

Gap: TypeAlias = tuple[datetime, datetime]
"""From when to when nothing could be done."""


@dataclass(frozen=True, slots=True)
class OutageMadeGood:
    """A shard was away for that time, and the clocks of its matches have it back."""

    began: datetime
    ended: datetime
    shard: Shard


logger = structlog.get_logger(__name__)


class Faults:
    """When the database took nothing from this process, which lived and heard what people did.

    A fault lasts from the first attempt that failed to the first that succeeded: before it nobody
    tried in vain, whenever a heart has beaten last.
    """

    def __init__(self, now: Now) -> None:
        self._now = now
        self._since: datetime | None = None
        self._succeeded: datetime | None = None
        self._over: tuple[Gap, ...] = ()
        self.news = Wakeup()
        """Wakes when one begins: whoever tries soon again learns when it ends."""

    def observe(self, kind: str, seconds: float, raised: BaseException | None) -> None:
        """Take note of a transaction that has ended; a value that is damaged is no fault."""
        now = self._now()
        if isinstance(raised, StorageError) and not isinstance(raised, UnreadableError):
            began = now - timedelta(seconds=seconds)
            self._since = self._since or max(began, self._succeeded or began)
            self.news.set()
        elif raised is None and kind == "write":
            self._over += () if self._since is None else ((self._since, now),)
            self._since, self._succeeded = None, now

    def known(self, now: datetime) -> tuple[Gap, ...]:
        """Those that are not forgotten, and the one that goes on until now."""
        going_on = () if self._since is None else ((self._since, now),)
        each = (*self._over, *going_on)
        return tuple((began, ended) for began, ended in each if ended - began > SHORTEST_GAP)

    def forget(self, before: datetime) -> None:
        """Forget those that ended before."""
        self._over = tuple(each for each in self._over if each[1] > before)


def gaps(
    connection: Connection, shard: Shard, now: datetime, after: timedelta, faults: tuple[Gap, ...]
) -> tuple[Gap, ...]:
    """The ``faults``, and since when the shard was present last if that is longer than ``after``.

    A fault so long after the shard was present has that time before it added. Also a clock of the
    system that has jumped forward looks like a gap. Nothing comes back that is noted already.
    """
    last = presence_storage.last_present(connection, shard, now)
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
    """Note an outage of a shard, once; False if the shard was present after it began.

    What is not longer than ``short`` is made good in live matches alone. To be called by whoever
    knows that the shard is there now.
    """
    (began, ended), length = gap, gap[1] - gap[0]
    noted = presence_storage.add_outage(connection, shard, began, ended, live_only=length <= short)
    if noted:
        seconds = length.total_seconds()
        logger.warning("was away", shard=str(shard), since=began.isoformat(), seconds=seconds)
    return noted


def load_credited(connection: Connection, match: MatchSummary, now: datetime) -> MatchClocks:
    """The match's clocks after every outage up to now, which are not stored yet like this."""
    loaded = MatchClocks(match)
    if match.time is not None and match.time.owed:  # not made good yet everywhere
        for outage in presence_storage.undone(connection):
            if outage.shard.serves(match.server_id):
                credit(loaded, outage, now)
    follow_absences(connection, loaded, now)
    return loaded


def credit(loaded: MatchClocks, outage: Outage, now: datetime) -> None:
    """Make an outage good to every seat whose time ran, unless the bot could not be there."""
    absent_since = loaded.match.absent_since
    if absent_since is not None and absent_since <= outage.began:
        return
    for clock in loaded.seats.values():
        loaded.change(clock.credit(outage, now))


def credit_batch(connection: Connection, now: datetime, events: Events) -> bool:
    """Make the first outage good that is not, in a batch of matches; whether there is more.

    With the last batch it is told, so that others make good what else was missed, if it was not too
    short.
    """
    undone = presence_storage.undone(connection, lock=True)
    if not undone:
        return False
    outage = undone[0]
    running = clocks.running_clocks(connection) if outage.live_only else ()
    kinds = tuple(filter(_is_live, running)) if outage.live_only else None
    batch = clocks.timed_after(connection, outage.credited_to, BATCH, outage.shard, kinds)
    for match_id in batch:
        try:
            _credit_match(connection, match_id, outage, now)
        except UnreadableError as error:
            # one match that cannot be read must not cost the others their time
            logger.error("outage not made good", match=match_id, reason=str(error))
    done = len(batch) < BATCH
    if done and not outage.live_only:
        made_good = OutageMadeGood(outage.began, outage.ended, outage.shard)
        events.tell(connection, made_good, now)
    up_to = batch[-1] if batch else outage.credited_to
    presence_storage.set_credited(connection, outage.id, up_to, done=done)
    return not done or len(undone) > 1


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
