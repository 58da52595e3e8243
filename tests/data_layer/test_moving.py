"""Everything goes from a file to a server, and the server goes on where the file stopped."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import URL, Connection, select

from bot.core.clocks import open_clock
from bot.core.clocks import storage as clocks
from bot.core.clocks.clock import PerMove
from bot.core.clocks.storage import Clocks
from data.errors import StorageError
from data.operating import back_up, move_database
from data.sqlite_file import sole_use
from data.tables import matches
from tests.data_layer.full_rows import contents, fill
from tests.data_layer.test_database import NOW, add, count
from tests.kit import command_line
from tests.kit.club import Club
from tests.kit.databases import needs_postgresql, opened, sqlite_url, written

pytestmark = needs_postgresql


@pytest.fixture
def target(server_url: URL) -> str:
    return written(server_url)


def wind_clocks(connection: Connection) -> None:
    """Give a match a clock, and a line of its ledger."""
    match_id = connection.execute(select(matches.c.id).limit(1)).scalar_one()
    hour = timedelta(hours=1)
    wound = open_clock(0, PerMove(hour), NOW)
    clocks.put(connection, match_id, Clocks((wound.state,)), None)
    clocks.add_lines(connection, match_id, wound.lines)


async def test_every_table_arrives_as_it_was(tmp_path: Path, target: str) -> None:
    source = sqlite_url(tmp_path / "old.db")
    async with opened(source) as database:
        await database.write(fill)
        await database.write(wind_clocks)
    counts = await move_database(source, target)
    moved = await contents(target)
    assert moved == await contents(source)
    assert counts == {name: len(rows) for name, rows in moved.items()}
    assert all(counts.values())
    with pytest.raises(StorageError, match="is not empty"):
        await move_database(source, target)


@pytest.mark.night
async def test_the_command_knows_the_kinds_of_all_features(tmp_path: Path, target: str) -> None:
    source = sqlite_url(tmp_path / "old.db")
    async with opened(source) as database:
        await database.write(fill)
    ended = await command_line.run(tmp_path, "move-database", source, target)
    assert ended.code == 0, ended.said
    assert await contents(target) == await contents(source)


@pytest.mark.night
async def test_what_cannot_be_stored_takes_everything_back(tmp_path: Path, target: str) -> None:
    source = sqlite_url(tmp_path / "club.db")
    club = await Club.open(tmp_path / "club.db")
    await club.play(await club.start())
    await club.sql("UPDATE entries SET text = 'a' || char(0)")
    await club.close()
    with pytest.raises(StorageError):
        await move_database(source, target)
    async with opened(target) as database:
        assert await count(database) == 0


async def test_not_while_a_bot_runs_on_it(tmp_path: Path, target: str) -> None:
    source = sqlite_url(tmp_path / "club.db")
    with sole_use(source), pytest.raises(StorageError, match="Another bot runs on"):
        await move_database(source, target)


async def test_not_from_nothing_and_not_backwards(tmp_path: Path, target: str) -> None:
    source = sqlite_url(tmp_path / "missing.db")
    with pytest.raises(StorageError, match="nothing to move"):
        await move_database(source, target)
    with pytest.raises(StorageError, match="Give the SQLite file first"):
        await move_database(target, source)
    assert list(tmp_path.iterdir()) == []


async def test_a_server_is_copied_by_its_own_program(tmp_path: Path, target: str) -> None:
    async with opened(target) as database:
        await database.write(add, 1)
    copy = tmp_path / "copy.dump"
    await back_up(target, copy)
    assert copy.read_bytes()[:5] == b"PGDMP"
    with pytest.raises(StorageError, match="nothing is written over"):
        await back_up(target, copy)


async def test_without_that_program_it_says_so(tmp_path, target: str, monkeypatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StorageError, match="pg_dump, which is not installed here"):
        await back_up(target, tmp_path / "copy.dump")
    assert list(tmp_path.iterdir()) == []
