"""Each process takes what is to be told in its own shards, and no two have the same."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection

from bot.core import outbox_claims
from bot.features.challenges import storage as challenges
from bot.features.reminders.storage import note_digest
from data import server_locks, tables
from data.database import Database
from data.errors import OpeningError
from data.ids import ChallengeId, MatchId, PlayerId
from data.operating import sole_shards
from data.shards import ALL, Shards
from tests.data_layer.full_rows import put
from tests.data_layer.test_outbox import note_board
from tests.kit.databases import needs_postgresql

pytestmark = pytest.mark.both_databases

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LEASE = timedelta(minutes=5)
COUNT = 3
SERVERS = {number: (number << 22) + 77 for number in range(1, 6)}
"""Servers by a number that is their shard's, but for multiples of how many there are."""


def fill(connection: Connection) -> None:
    """Something to tell in every server, and to one person."""
    put(connection, tables.players)
    for number, server in SERVERS.items():
        put(connection, tables.servers, id=server)
        put(connection, tables.challenges, id=number, server_id=server, key=f"c{number}")
        put(connection, tables.matches, id=number, server_id=server, challenge_id=number)
        note_board(connection, MatchId(number), 0, NOW)
        challenges.note_card(connection, ChallengeId(number), NOW)
    note_digest(connection, PlayerId(1), 1, NOW)


async def claimed(database: Database, shards: Shards) -> set[str]:
    rows = await database.write(outbox_claims.claim, "me", NOW, NOW, 99, shards)
    return {row.destination for row in rows}


async def test_what_is_told_where(database: Database) -> None:
    await database.write(fill)
    for shard in range(COUNT):
        theirs = {number for number in SERVERS if number % COUNT == shard}
        expected = {f"{kind}:{number}" for number in theirs for kind in ("match", "challenge")}
        expected |= {"direct:1"} if shard == 0 else set()
        shards = Shards(shard, shard, COUNT)
        assert await claimed(database, shards) == expected
        assert await database.read(outbox_claims.next_attempt, NOW, shards) == NOW + LEASE
        await database.write(outbox_claims.release_all, NOW, shards)
        assert await claimed(database, shards) == expected
    assert await claimed(database, ALL) == set()


@needs_postgresql
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_no_two_bots_have_the_same_shard(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_locks, "TIMEOUT", 0.2)
    monkeypatch.setattr(server_locks, "DELAY", 0.05)
    async with sole_shards(url, Shards(0, 1, 4)), sole_shards(url, Shards(2, 3, 4)):
        for shards in (Shards(1, 2, 4), ALL, Shards(0, 3, 4)):
            with pytest.raises(OpeningError, match="has these shards already"):
                async with sole_shards(url, shards):
                    pass
    async with sole_shards(url, ALL):
        with pytest.raises(OpeningError):
            async with sole_shards(url, Shards(7, 7, 8)):
                pass


@needs_postgresql
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_all_bots_count_the_same_number_of_shards(url: str, monkeypatch) -> None:
    monkeypatch.setattr(server_locks, "TIMEOUT", 0.2)
    monkeypatch.setattr(server_locks, "DELAY", 0.05)
    async with sole_shards(url, Shards(8, 15, 16)):
        for shards in (Shards(0, 3, 8), Shards(4, 7, 8)):
            with pytest.raises(OpeningError, match=r"counts 8 shards, .* counts 16"):
                async with sole_shards(url, shards):
                    pass
        async with sole_shards(url, Shards(0, 7, 16)):
            pass
    async with sole_shards(url, Shards(0, 3, 8)):  # once nobody counts otherwise
        pass


@needs_postgresql
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_a_bot_whose_connection_was_lost_takes_its_shards_again(
    url: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_locks, "TIMEOUT", 0.2)
    monkeypatch.setattr(server_locks, "DELAY", 0.05)
    # on the server there are databases of other tests, whose bots have the same shards
    holder = (
        "SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database"
        " WHERE datname = current_database() AND locktype = 'advisory'"
        f" AND classid = {server_locks.SHARD_CLASS} AND objid = 2"
    )

    async def who_holds_it() -> int | None:
        found: int | None = await database.read(lambda c: c.exec_driver_sql(holder).scalar())
        return found

    async with sole_shards(url, Shards(2, 2, 4)):
        lost = await who_holds_it()
        lose = f"SELECT pg_terminate_backend({lost})"
        await database.write(lambda connection: connection.exec_driver_sql(lose))
        while await who_holds_it() in (lost, None):
            await asyncio.sleep(0.05)
        with pytest.raises(OpeningError):
            async with sole_shards(url, Shards(2, 2, 4)):
                pass


@needs_postgresql
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_a_server_that_is_lost_while_shards_are_waited_for_is_told(
    url: str, database: Database
) -> None:
    lose = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        " AND application_name = 'quintet 2-3/4'"
    )

    async def wait() -> None:
        async with sole_shards(url, Shards(2, 3, 4)):
            pass

    async with sole_shards(url, Shards(2, 2, 4)):
        waiting = asyncio.create_task(wait())
        while not await database.write(lambda connection: connection.exec_driver_sql(lose).all()):
            await asyncio.sleep(0.05)
        with pytest.raises(OpeningError, match=r"cannot be used|server answers"):
            await waiting
