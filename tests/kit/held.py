"""Holding a database file as another program would."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from data.operating import open_database

SOON = 0.05
"""Seconds that stand for those which a writer waits."""


@contextmanager
def holding(path: Path) -> Iterator[None]:
    """Nobody else can write into the file while the block runs."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let databases that are opened from now on wait but a moment for other programs."""
    opening: Any = open_database
    monkeypatch.setitem(opening.__kwdefaults__, "busy_seconds", SOON)
