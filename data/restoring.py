"""Putting a copy in place of an SQLite database."""

import os
import shutil
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from data.addresses import explain_errors, path_of, read_address
from data.errors import OpeningError
from data.sqlite_file import has_a_bot, put_in_place, sole_use, unmark, wal_of


def replace_file(url: str, copy: Path) -> None:
    """Put a copy in place of the database file, which is moved into a folder beside it.

    Raises OpeningError if a bot runs on the file.
    """
    target = read_address(url)
    path = path_of(target)
    if has_a_bot(path):
        raise OpeningError(f"A bot runs on {path}. Stop it first.")
    with explain_errors(target):
        path.parent.mkdir(parents=True, exist_ok=True)
        with (
            sole_use(url) if path.exists() else nullcontext(),
            TemporaryDirectory(prefix=".copy-", dir=path.parent) as folder,
        ):
            made = Path(folder) / path.name
            shutil.copyfile(copy, made)
            unmark(made)
            with made.open("rb") as file:
                os.fsync(file.fileno())
            _move_aside(path)
            put_in_place(made, path)


def _move_aside(path: Path) -> None:
    """Move the file and its companions into a new folder named after the time."""
    files = (path, wal_of(path), path.with_name(f"{path.name}-shm"))
    aside = path.with_name(f"{path.name}-before-{datetime.now(UTC):%Y-%m-%dT%H%M%S}")
    for each in filter(Path.exists, files):
        aside.mkdir(mode=0o700, exist_ok=True)
        each.rename(aside / each.name)
