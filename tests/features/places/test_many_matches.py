"""However many matches are played where the bot cannot be, no transaction is about too many."""

from collections import Counter
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

from bot.core.matches import ABSENT, MatchStore, NewEntry
from bot.features.places import service
from data.ids import MatchId
from data.tables import matches, seats, timers
from tests.kit.club import Club
from tests.kit.leaving import come_back, leave, pass_days
from tests.kit.timed import timed
from tests.kit.times import DAY

MANY = service.BATCH + 10
RUNNING = "finished_at IS NULL"


def multiply(connection: Connection, match_id: MatchId, times: int) -> None:
    """Let there be so many matches that are as this one is."""
    for table, key in ((matches, "id"), (seats, "match_id"), (timers, "subject_id")):
        found = connection.execute(select(table).where(table.c[key] == match_id)).mappings()
        changed: dict[str, Any] = {"challenge_id": None} if table is matches else {}
        rows = [
            {**row, **changed, key: match_id + more} for row in found for more in range(1, times)
        ]
        for row in rows if table is matches else ():
            row["thread_id"] = 2_000_000 + row["id"]
        connection.execute(insert(table), rows)


async def test_many_matches_of_a_server(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: Counter[Connection] = Counter()
    usual = MatchStore.append

    def counted(
        store: MatchStore, connection: Connection, before: Any, entry: NewEntry, **rest: Any
    ) -> Any:
        ended[connection] += entry.text == ABSENT
        return usual(store, connection, before, entry, **rest)

    monkeypatch.setattr(MatchStore, "append", counted)
    match = await timed(club, "1d")
    await club.database.write(multiply, match.id, MANY)
    written: list[str] = []
    club.database.observe(lambda kind, *_: written.append(kind))
    await leave(club)
    assert written.count("write") <= 2
    await pass_days(club, 3, DAY)
    assert await club.rows("matches", f"{RUNNING} AND clocks NOT LIKE '%absence%'") == MANY
    await come_back(club)
    assert await club.rows("absences", "NOT done") == 0
    await leave(club)
    club.clock.now += 61 * DAY
    while await club.rows("matches", RUNNING):
        assert await club.sweep()
    assert ended.total() == MANY
    assert max(ended.values()) == service.BATCH
