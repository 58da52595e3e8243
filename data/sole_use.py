"""One bot for one SQLite file: a lock that dies with the process.

The lock is a small file beside the database. SQLite itself holds it, as it does on every system.
It also remembers that there was a database, so that a missing one is missed.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from data.addresses import is_file, path_of, read_address
from data.errors import OpeningError
from data.migrate import upgrade
from data.sentences import told_in_sentences
from data.sqlite_file import lay_out, make_private

SEEN = 1


@contextmanager
def sole_use(url: str) -> Iterator[None]:
    """Keep every other bot from the database while the block runs, if it is a file.

    A file that is missing is made. Raises OpeningError if another bot runs on it, or if it was
    there before and is gone.
    """
    target = read_address(url)
    if not is_file(target):
        yield
        return
    path = path_of(target)
    with told_in_sentences(target):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(lock_of(path), timeout=0, isolation_level=None)
        make_private(lock_of(path))
    with closing(lock):
        _take(lock, path)
        with told_in_sentences(target):
            check_not_missed(lock, path)
            if not path.exists():
                lay_out(path, upgrade)
            lock.execute(f"PRAGMA user_version = {SEEN}")
        yield


def lock_of(path: Path) -> Path:
    """The lock's own file."""
    return path.with_name(f"{path.name}.lock")


def has_a_bot(path: Path) -> bool:
    """Whether a bot runs on the file, in this process or another."""
    if not lock_of(path).exists():
        return False
    try:
        with _read_only(path) as lock:
            lock.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode == sqlite3.SQLITE_BUSY
    return False


def check_not_lost(path: Path) -> None:
    """Raise OpeningError if a bot has run on the file here, and it is gone; changes nothing."""
    if lock_of(path).exists() and not has_a_bot(path):
        with _read_only(path) as lock:
            check_not_missed(lock, path)


@contextmanager
def _read_only(path: Path) -> Iterator[sqlite3.Connection]:
    address = f"{lock_of(path).absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=0)) as lock:
        yield lock


def check_not_missed(lock: sqlite3.Connection, path: Path) -> None:
    """Raise OpeningError if there was a database here, and is none now."""
    (seen,) = lock.execute("PRAGMA user_version").fetchone()
    if seen == SEEN and not path.exists():
        raise OpeningError(
            f"{path} is missing, though a bot has run on it here. Put a backup in its place; or "
            f"delete {lock_of(path).name} too, to begin with an empty database."
        )


def _take(lock: sqlite3.Connection, path: Path) -> None:
    try:
        # kept, with this mode, until the connection is closed or the process is gone
        lock.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        lock.execute("BEGIN EXCLUSIVE")
        lock.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise OpeningError(f"{lock_of(path)} cannot be locked ({error}).") from error
        raise OpeningError(
            f"Another bot runs on {path}. Stop it first; for several at once there is PostgreSQL."
        ) from error
    except sqlite3.DatabaseError as error:
        raise OpeningError(f"{lock_of(path)} is damaged. Delete it and start again.") from error
