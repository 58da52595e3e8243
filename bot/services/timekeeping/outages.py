"""Making good that the bot was away: before anything else happens to a clock, and only once."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias

import structlog
from sqlalchemy import Connection

from bot.services.clocks import Outage, OutageId, credit_outage, parse_clock
from bot.services.clocks import storage as clocks
from bot.services.matches import storage as matches
from bot.services.matches.storage import MatchSummary
from bot.services.timekeeping import presence_storage
from bot.services.timekeeping.presence_storage import StoredOutage
from bot.services.timekeeping.stored import MatchClocks
from data.shards import Shard

BATCH = 10
"""Matches that are credited in one transaction, which nobody can move in until it ends."""

Listener: TypeAlias = Callable[[Connection, datetime, datetime, Shard], None]
"""Makes good that a shard was away from one moment to another, in the same transaction, once."""

logger = structlog.get_logger(__name__)


def note_outage(
    connection: Connection, shard: Shard, now: datetime, after: timedelta, short: timedelta
) -> None:
    """Note an outage of a shard, once, if it was last present longer ago than ``after``.

    What is not longer than ``short`` is made good in live matches alone. Also a clock of the system
    that has jumped forward looks like an outage. To be called by whoever knows that the shard is
    there now.
    """
    last = presence_storage.last_present(connection, shard, now)
    if last is None or now - last <= after:
        return
    if presence_storage.add_outage(connection, shard, last, now, live_only=now - last <= short):
        seconds = (now - last).total_seconds()
        logger.warning("was away", shard=str(shard), since=last.isoformat(), seconds=seconds)


def load_credited(connection: Connection, match: MatchSummary, now: datetime) -> MatchClocks:
    """The match's clocks after every outage up to now, which are not stored yet like this."""
    loaded = MatchClocks(match)
    if loaded.owed:
        for outage in presence_storage.undone(connection):
            if outage.shard.serves(match.server_id):
                credit(loaded, outage, now)
    return loaded


def credit(loaded: MatchClocks, stored: StoredOutage, now: datetime) -> None:
    """Make an outage good to every seat whose time ran during it."""
    outage = Outage(OutageId(stored.id), stored.began, stored.ended, stored.live_only)
    for clock in loaded.seats.values():
        loaded.change(credit_outage(clock, outage, now))


def credit_batch(
    connection: Connection, now: datetime, listeners: tuple[Listener, ...] = ()
) -> bool:
    """Make the first outage good that is not, in a batch of matches; whether there is more.

    With the last batch the ``listeners`` make good what else was missed, if it was not too short.
    """
    undone = presence_storage.undone(connection, lock=True)
    if not undone:
        return False
    outage = undone[0]
    kinds = _live_kinds(connection) if outage.live_only else None
    batch = clocks.timed_after(connection, outage.credited_to, BATCH, outage.shard, kinds)
    for match_id in batch:
        match = matches.get(connection, match_id, lock=True)
        if match is not None:
            loaded = MatchClocks(match)
            credit(loaded, outage, now)
            loaded.save(connection, now)
    done = len(batch) < BATCH
    if done and not outage.live_only:
        for listener in listeners:
            listener(connection, outage.began, outage.ended, outage.shard)
    up_to = batch[-1] if batch else outage.credited_to
    presence_storage.set_credited(connection, outage.id, up_to, done=done)
    return not done or len(undone) > 1


def _live_kinds(connection: Connection) -> tuple[str, ...]:
    """The clocks of running matches that are played in one sitting."""
    return tuple(kind for kind in clocks.running_kinds(connection) if parse_clock(kind).live)
