"""Matches whose clocks stand still with the ladder that they belong to."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from bot.core.clocks import PauseKind
from bot.core.matches import storage as matches
from bot.core.matches.storage import MatchSummary
from bot.features.timekeeping.outages import load_credited
from bot.features.timekeeping.service import note_news
from bot.features.timekeeping.stored import MatchClocks
from data import tables
from data.ids import Key, MatchId, PlayerId
from data.statements import is_free


def stand_still(
    connection: Connection,
    match_ids: Sequence[MatchId],
    now: datetime,
    *,
    still: bool,
    occasion: str,
    by: PlayerId | None = None,
) -> bool:
    """Pause the clocks of running matches, or end that pause, and tell their players.

    Every seat keeps what it has left. A player whose time is over by now has lost; clocks that
    stand or run already stay as they are. ``occasion`` names what happened, once. Whether that was
    done in all: a match that somebody acts in is passed over, who may wait for the caller.
    """
    free = [each for each in match_ids if is_free(connection, tables.matches, each)]
    for match_id in free:
        match = matches.get(connection, match_id)
        if match is None or not match.is_running or match.time is None:
            continue
        clocks = load_credited(connection, match, now)
        if _set(clocks, now, still=still, by=by):
            number = clocks.save_once(connection, Key(f"{occasion}:{match_id}"), now)
            note_news(connection, number, match_id, now)
    return len(free) == len(match_ids)


def kept_still(
    connection: Connection, match: MatchSummary, now: datetime, *, still: bool
) -> MatchSummary:
    """The match with its clocks as its ladder has them, for a hook that keeps a change's match."""
    clocks = MatchClocks(match)
    _set(clocks, now, still=still)
    return clocks.book(connection, now)


def _set(clocks: MatchClocks, now: datetime, *, still: bool, by: PlayerId | None = None) -> bool:
    """Pause the clocks, or end that; whether this changed any. Late players have lost already."""
    if still and clocks.deadline is not None and now >= clocks.deadline:
        return False
    before = dict(clocks.seats)
    clocks.stand_still(PauseKind.FROZEN, now, by, still=still)
    return clocks.seats != before
