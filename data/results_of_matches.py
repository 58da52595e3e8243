"""Matches that are over beside what is kept of their results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, select

from data import finished
from data.finished import Finished
from data.ids import MatchId
from data.results import MatchResult
from data.states import MatchStatus
from data.tables import matches, results

BATCH = 1000


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that is over, and what is kept of its result, None if nothing is."""

    match_id: MatchId
    status: MatchStatus
    result: MatchResult | None
    known: Finished | None


def over(connection: Connection) -> Iterator[Ended]:
    """Every match that is over, in the order of their numbers."""
    last = MatchId(0)
    while rows := connection.execute(
        select(matches.c.id, matches.c.status, matches.c.result)
        .where(matches.c.id > last, matches.c.status != MatchStatus.RUNNING)
        .order_by(matches.c.id)
        .limit(BATCH)
    ).all():
        known = finished.several(connection, [row.id for row in rows])
        for row in rows:
            yield Ended(row.id, row.status, row.result, known.get(row.id))
        last = rows[-1].id


def running_again(connection: Connection) -> tuple[MatchId, ...]:
    """The matches that are not over though a result of them is kept."""
    found = connection.execute(
        select(results.c.match_id)
        .join(matches, matches.c.id == results.c.match_id)
        .where(matches.c.status == MatchStatus.RUNNING)
    )
    return tuple(found.scalars())
