"""What players hear of when somebody has done something about the time of a match."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from bot.services.clocks import LedgerLine, read_line
from bot.services.clocks import storage as clocks
from bot.services.matches import MatchState, MatchStore
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class ClockNews:
    """A line of the ledger, with its number, whose time it changed, and the match as it is now."""

    id: int
    match: MatchState
    seat: Seat
    line: LedgerLine


def clock_news(connection: Connection, store: MatchStore, number: int) -> ClockNews | None:
    """The news of the line of this number, or None."""
    found = clocks.line(connection, number)
    if found is None:
        return None
    match_id, line = found
    return ClockNews(number, store.read(connection, match_id), line.seat, read_line(line))
