"""Matches that are over beside what is kept of their results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy import Connection, select

from data.ids import MatchId
from data.results import MatchResult
from data.states import EndReason, MatchStatus
from data.tables import matches, results, seat_results

BATCH = 2000

Known: TypeAlias = tuple[EndReason, tuple[int | None, ...]]
"""Why a match ended, and the places of its seats."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that is over, and what is kept of its result: the places by seat, and why it ended,
    None if nothing is.
    """

    match_id: MatchId
    status: MatchStatus
    result: MatchResult | None
    reason: EndReason | None
    places: tuple[int | None, ...]


def over(connection: Connection) -> Iterator[Ended]:
    """Every match that is over, in the order of their numbers."""
    last = MatchId(0)
    while rows := connection.execute(
        select(matches.c.id, matches.c.status, matches.c.result)
        .where(matches.c.id > last, matches.c.status != MatchStatus.RUNNING)
        .order_by(matches.c.id)
        .limit(BATCH)
    ).all():
        known = _known(connection, last, rows[-1].id)
        for match_id, status, result in rows:
            yield Ended(match_id, status, result, *known.get(match_id, (None, ())))
        last = rows[-1].id


def _known(connection: Connection, after: MatchId, last: MatchId) -> dict[MatchId, Known]:
    """What is kept of the matches with numbers above ``after``, to the ``last``."""
    found = connection.execute(
        select(results.c.match_id, results.c.reason, seat_results.c.place)
        .join(seat_results, seat_results.c.match_id == results.c.match_id)
        .where(results.c.match_id > after, results.c.match_id <= last)
        .order_by(results.c.match_id, seat_results.c.seat)
    )
    known: dict[MatchId, Known] = {}
    for match_id, reason, place in found:
        known[match_id] = (reason, (*known[match_id][1], place) if match_id in known else (place,))
    return known


def running_again(connection: Connection) -> tuple[MatchId, ...]:
    """The matches that are not over though a result of them is kept."""
    found = connection.execute(
        select(results.c.match_id)
        .join(matches, matches.c.id == results.c.match_id)
        .where(matches.c.status == MatchStatus.RUNNING)
    )
    return tuple(found.scalars())
