"""What is wrong with a database, in a word for those who watch it."""

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import exc

from data.errors import (
    FAILURE_KINDS,
    StorageError,
    UnreadableError,
    failure_kind,
    translate_database_errors,
)


def statements(*given: str) -> Callable[[Path], None]:
    """Runs these on a file, while another program keeps it if the last one says so."""

    def run(file: Path) -> None:
        with (
            closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as one,
            closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as other,
        ):
            for number, statement in enumerate(given):
                (other if number else one).execute(statement)

    return run


def raising(error: Exception) -> Callable[[Path], None]:
    def fail(_: Path) -> None:
        raise error

    return fail


class ServerError(Exception):
    """An error of PostgreSQL, which sends a code."""

    def __init__(self, code: str) -> None:
        self.sqlstate = code


def sent(code: str) -> Callable[[Path], None]:
    return raising(exc.OperationalError("", {}, ServerError(code)))


def not_a_database(file: Path) -> None:
    file.write_bytes(b"Dear friend, " * 500)
    statements("PRAGMA page_count", "SELECT * FROM friends")(file)


CASES = [
    ("full", statements("CREATE TABLE t (a)", "PRAGMA max_page_count = 1", "CREATE TABLE u (a)")),
    ("full", raising(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))),
    ("locked", statements("BEGIN IMMEDIATE", "BEGIN IMMEDIATE")),
    ("damaged", not_a_database),
    ("away", raising(ConnectionRefusedError())),
    ("unreadable", raising(UnreadableError("moon"))),
    ("other", statements("SELECT 1", "SELECT * FROM friends")),
    ("full", sent("53100")),
    *(("locked", sent(code)) for code in ("40001", "40P01", "55P03")),
    *(("away", sent(code)) for code in ("08006", "57P01")),
    ("read only", sent("25006")),
    ("damaged", sent("XX001")),
    ("other", sent("57014")),
]


@pytest.mark.parametrize(("kind", "fault"), CASES)
def test_a_failure_is_of_a_kind(tmp_path: Path, kind: str, fault: Callable[[Path], None]) -> None:
    with pytest.raises(StorageError) as failed, translate_database_errors():
        fault(tmp_path / "quintet.db")
    assert failure_kind(failed.value) == kind
    assert {kind for kind, _ in CASES} == {*FAILURE_KINDS}
