"""A database that another program holds is waited for, and not for ever."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from data.addresses import explain_errors
from data.errors import HeldError, OpeningError
from data.operating import open_database, open_patiently
from data.sqlite import FileConnection
from tests.kit.databases import lay_out, sqlite_url
from tests.kit.held import holding, impatient
from tests.kit.logs import captured

SHORT = timedelta(milliseconds=20)


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    made = tmp_path / "quintet.db"
    await lay_out(made)
    return made


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    monkeypatch.setattr("data.operating.PAUSE", SHORT)


async def test_a_file_is_opened_once_it_is_free(path: Path) -> None:
    with captured() as told:
        with holding(path):
            waiting = asyncio.create_task(open_patiently(sqlite_url(path)))
            while not told:
                await asyncio.sleep(0.01)
            assert not waiting.done()
        await (await waiting).close()
    assert told[0]["event"] == "waiting for the database"
    assert told[0]["reason"] == f"Another program holds {path}. Close it and try again."


async def test_a_file_that_stays_held_is_given_up_in_a_sentence(path: Path) -> None:
    with holding(path), pytest.raises(HeldError, match="Close it and try again"):
        await open_patiently(sqlite_url(path), 3 * SHORT)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM matches").fetchone() == (0,)


async def test_what_waiting_does_not_mend_is_told_at_once(path: Path) -> None:
    path.write_bytes(b"")
    with captured() as told, pytest.raises(OpeningError, match="nothing is in it"):
        await open_patiently(sqlite_url(path), timedelta(hours=1))
    assert told == []


def of_code(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("odd")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError("not yours"), "cannot be opened or made.*not yours"),
        (of_code(sqlite3.SQLITE_CANTOPEN), "cannot be opened or made.*odd"),
        (of_code(sqlite3.SQLITE_IOERR), "cannot be used .OperationalError: odd"),
    ],
)
def test_every_fault_of_a_file_has_its_sentence(path: Path, error: Exception, said: str) -> None:
    with pytest.raises(OpeningError, match=said), explain_errors(make_url(sqlite_url(path))):
        raise error


async def test_failing_leaves_no_threads(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin: Any = FileConnection.open
    begun: list[str] = []

    async def fail_at_the_last(*given: Any) -> FileConnection:
        begun.append(given[-1])
        if len(begun) == 4:
            raise sqlite3.OperationalError("disk I/O error")
        opened: FileConnection = await begin(*given)
        return opened

    before = set(threading.enumerate())
    monkeypatch.setattr(FileConnection, "open", fail_at_the_last)
    with pytest.raises(OpeningError, match="disk I/O error"):
        await open_database(sqlite_url(path))
    assert len(begun) == 4
    for _ in range(1000):  # a thread ends a moment after its connection is closed
        if before.issuperset(threading.enumerate()):
            break
        await asyncio.sleep(0.01)
    assert set(threading.enumerate()) - before == set()
