"""Files of the bot: what is deleted or replaced takes no more writes, and nobody else may read."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.app.daily_backups import DailyBackups
from bot.app.settings import Settings
from data.database import Database
from data.errors import FileGoneError
from data.operating import back_up, open_database
from data.sqlite_file import sole_use, wal_of
from tests.data_layer.test_database import add, count
from tests.kit.databases import needs_postgresql, sqlite_url
from tests.kit.logs import captured


def replace(path: Path) -> None:
    contents = path.read_bytes()
    path.unlink()
    path.write_bytes(contents)


VANISHING: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "replaced": replace,
    "moved away": lambda path: path.rename(path.with_name("elsewhere.db")),
    "its companion deleted": lambda path: wal_of(path).unlink(),
}


@pytest.mark.parametrize("vanish", VANISHING.values(), ids=VANISHING)
async def test_nothing_is_written_into_a_file_that_is_gone(
    file: Database, path: Path, vanish: Callable[[Path], object]
) -> None:
    await file.write(add, 1)
    vanish(path)
    for number in (2, 3):
        with pytest.raises(FileGoneError, match="deleted or replaced while it was in use"):
            await file.write(add, number)
    assert await count(file) == 1


async def test_a_file_that_vanishes_makes_a_write_fail(file: Database, path: Path) -> None:
    def vanish(connection: Connection) -> None:
        add(connection, 1)
        path.unlink()

    with pytest.raises(FileGoneError):
        await file.write(vanish)
    assert await count(file) == 0


pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no modes")

OPEN = 0o022
"""The umask of most systems, by which files can be read by everybody."""


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    with umask(OPEN):
        yield


def open_to_others(folder: Path) -> list[str]:
    found = (each for each in folder.rglob("*") if each.is_file())
    return [each.name for each in found if stat.S_IMODE(each.stat().st_mode) & 0o077]


async def test_a_database_and_its_companions_are_private(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "quintet.db")
    with sole_use(url), captured() as logged:
        database = await open_database(url)
        assert {each.name for each in tmp_path.iterdir()} >= {"quintet.db", "quintet.db-wal"}
        assert open_to_others(tmp_path) == []
        await back_up(url, tmp_path / "copy.db")
        assert open_to_others(tmp_path) == []
        await database.close()
    assert not [line for line in logged if "readable" in line["event"]]


async def test_files_of_an_earlier_installation_are_closed_to_others(tmp_path: Path) -> None:
    path, copy = tmp_path / "quintet.db", tmp_path / "quintet-2026-01-01.db"
    url = sqlite_url(path)
    database = await open_database(url)
    await back_up(url, copy)
    for each in tmp_path.iterdir():
        each.chmod(0o644)
    with captured() as logged:
        settings = Settings("", url, "error", backup_folder=tmp_path)
        await (await open_database(url)).close()
        await DailyBackups(settings, lambda: datetime(2026, 1, 1, tzinfo=UTC)).catch_up()
    await database.close()
    assert open_to_others(tmp_path) == []
    told = {line["file"] for line in logged if line["event"] == "file was readable by others"}
    assert told >= {"quintet.db", "quintet.db-wal", copy.name}


@needs_postgresql
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_a_dump_is_private(url: str, tmp_path: Path) -> None:
    await back_up(url, tmp_path / "copy.dump")
    assert open_to_others(tmp_path) == []


@pytest.mark.night
def test_commands_leave_nothing_for_others(tmp_path: Path) -> None:
    surroundings = {**os.environ, "DATABASE_URL": sqlite_url(tmp_path / "var" / "quintet.db")}
    copy = tmp_path / "var" / "copy.db"
    for command in (["migrate"], ["backup", str(copy)], ["restore-check", str(copy)]):
        subprocess.run(
            [sys.executable, "-m", "bot", *command], check=True, env=surroundings, cwd=os.getcwd()
        )
    assert copy.exists()
    assert open_to_others(tmp_path) == []
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) & 0o077 == 0
