"""Everything about a server can be deleted, on both databases; what belongs to people stays."""

import pytest
from sqlalchemy import Connection, Table, func, select, update

from bot.core.people import forgotten_servers
from data.database import Database
from data.ids import ServerId
from data.schema import metadata
from data.tables import outbox

pytestmark = pytest.mark.both_databases

SERVER = ServerId(1)
KEPT = {
    *("challenges", "challenge_players", "matches", "seats", "entries", "clock_lines", "results"),
    *("seat_results", "daily_players", "reminders", "requests", "reviews", "judgements", "players"),
    *("clubs", "club_sides", "club_players", "club_games", "club_log", "match_places"),
}
"""Tables of what belongs to people."""


def counts(connection: Connection) -> dict[str, int]:
    return {
        table.name: connection.scalar(select(func.count()).select_from(table)) or 0
        for table in metadata.sorted_tables
    }


def naming(connection: Connection) -> dict[str, int]:
    """How many rows of each table name the server."""

    def rows(table: Table) -> int:
        named = [table.c[name] == SERVER for name in ("server_id", "scope") if name in table.c]
        query = select(func.count()).select_from(table)
        return sum(connection.scalar(query.where(each)) or 0 for each in named)

    found = {table.name: rows(table) for table in metadata.sorted_tables}
    return {name: number for name, number in found.items() if number}


async def test_nothing_is_left_of_a_server(full: Database) -> None:
    await full.write(lambda connection: connection.execute(update(outbox).values(server_id=SERVER)))
    before, named = await full.read(counts), await full.read(naming)
    decided = {table.name for table in metadata.sorted_tables if "server_id" in table.c}
    assert set(named) == {*decided, "ratings", "rating_changes"}
    await full.write(forgotten_servers.delete_own, SERVER, ())
    await full.write(forgotten_servers.forget, SERVER)
    after = await full.read(counts)
    assert await full.read(naming) == {}
    assert {name for name, number in after.items() if number < before[name]} == {
        *(named.keys() - KEPT),
        *("servers", "ladder_entries", "ladder_invitations"),
        *("tournament_players", "pairings", "tournament_log"),
    }
    assert {name: after[name] for name in KEPT} == {name: before[name] for name in KEPT}
