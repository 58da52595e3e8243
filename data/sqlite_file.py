"""The file of an SQLite database: creating it, locking it, and detecting its loss.

A file is created under another name and then put in place, so an existing one has its tables. While
in use it is marked in its header (``user_version``). A marked file without its ``-wal`` file has
lost its last writes.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import structlog
from sqlalchemy import URL, create_engine

from data.addresses import explain_errors, is_file, path_of, read_address
from data.errors import FileGoneError, OpeningError
from data.migrate import upgrade

logger = structlog.get_logger(__name__)

Identity: TypeAlias = tuple[tuple[int, int], ...]
"""Device and inode of a file and of its -wal file."""

IN_USE = 1
OTHERS_PERMISSIONS = 0o077
"""The permission bits of group and others."""
_VERSION_AT = 60  # where the header of a file has its user_version (SQLite, Database File Format)
USED_BEFORE = 1


def wal_of(path: Path) -> Path:
    """The -wal file, which holds the last writes."""
    return path.with_name(f"{path.name}-wal")


def check_whole(path: Path) -> None:
    """Raise OpeningError if the file has lost its content or its last writes."""
    if path.stat().st_size == 0:
        raise OpeningError(empty_file_message(path))
    if lacks_wal(path):
        raise OpeningError(
            f"{path} was in use when it was last written, and {wal_of(path).name}, which holds "
            "what was written last, is not there. Put it back beside the file, or restore a "
            "backup. If nothing is missing, because another program has tidied up, run: "
            "quintet accept"
        )


def lacks_wal(path: Path) -> bool:
    """Whether the file is marked as in use, and its -wal file is missing or empty."""
    wal = wal_of(path)
    with path.open("rb") as file:
        file.seek(_VERSION_AT)
        is_marked = file.read(4) == IN_USE.to_bytes(4)
    return is_marked and not (wal.exists() and wal.stat().st_size > 0)


def unmark(path: Path) -> None:
    """Clear the mark of the file, so that it counts as whole without its -wal file."""
    _run_on(path, "PRAGMA user_version = 0")


def open_read_only(path: Path, timeout: float = 5.0) -> sqlite3.Connection:
    """A connection that changes nothing, and waits ``timeout`` seconds where the file is locked.

    The last connection that could write would checkpoint the file, which is the bot's task.
    """
    address = f"{path.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, uri=True, timeout=timeout)


def empty_file_message(path: Path) -> str:
    """The message for a file without tables."""
    return (
        f"{path} is there, but nothing is in it. Put a backup in its place; or delete it, to begin "
        "with an empty database."
    )


def make_ready(path: Path, *, create: bool) -> None:
    """Create a missing file with its folder, or refuse it; nobody else may read the file.

    Raises OpeningError if the file is empty, has lost its -wal file, or is missing.
    """
    if path.exists():
        check_whole(path)
    elif create:
        create_file(path)
    else:
        raise OpeningError(f"There is no database at {path}.")
    make_private(path)


def create_file(path: Path) -> None:
    """Create the file with all tables; keep an existing one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as folder:
        made = Path(folder) / path.name
        engine = create_engine(URL.create("sqlite", database=str(made)))
        with engine.begin() as connection:
            upgrade(connection)
        engine.dispose()
        _run_on(made, "PRAGMA journal_mode = WAL")
        put_in_place(made, path)


def make_private(path: Path) -> None:
    """Remove the permissions of others from the file and its companions; log changes."""
    for each in (path, wal_of(path), path.with_name(f"{path.name}-shm")):
        with contextlib.suppress(FileNotFoundError):
            mode = each.stat().st_mode
            if mode & OTHERS_PERMISSIONS:
                _tighten(each, mode)


def _tighten(path: Path, mode: int) -> None:
    try:
        path.chmod(mode & ~OTHERS_PERMISSIONS & 0o777)
    except OSError as error:  # another user's file, or a file system without modes
        logger.warning("file is readable by others", file=path.name, reason=str(error))
    else:
        logger.warning("file was readable by others", file=path.name)


def put_in_place(made: Path, path: Path) -> None:
    """Give a new file its final name, unless that exists by now; only its owner can read it.

    ``made`` is in a folder that only its owner can enter.
    """
    made.chmod(0o600)
    try:
        os.link(made, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        if not path.exists():
            made.rename(path)


def identity_of(path: Path) -> Identity:
    """The identity of the file and its -wal file; raises FileGoneError if one is missing."""
    try:
        found = [each.stat() for each in (path, wal_of(path))]
    except FileNotFoundError as error:
        raise FileGoneError(_gone(path)) from error
    return tuple((each.st_dev, each.st_ino) for each in found)


def check_same(path: Path, known: Identity) -> None:
    """Raise FileGoneError if the path leads to other files than ``known``."""
    if identity_of(path) != known:
        raise FileGoneError(_gone(path))


def _gone(path: Path) -> str:
    return (
        f"{path} or its companion {wal_of(path).name} was deleted or replaced while it was in use. "
        "Nothing more is written. Stop the bot, put a backup in place, and start it again"
    )


def _run_on(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement).fetchall()


@contextmanager
def sole_use(url: str) -> Iterator[None]:
    """Keep every other bot from the database while the block runs, if it is a file.

    A missing file is created. Raises OpeningError if another bot runs on it, or if a bot has used
    it before and it is gone.
    """
    target = read_address(url)
    if not is_file(target):
        yield
        return
    path = path_of(target)
    with explain_errors(target):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(lock_of(path), timeout=0, isolation_level=None)
        make_private(lock_of(path))
    with closing(lock):
        _lock(lock, path)
        with explain_errors(target):
            check_not_missing(lock, path)
            if not path.exists():
                create_file(path)
            lock.execute(f"PRAGMA user_version = {USED_BEFORE}")
        yield


def lock_of(path: Path) -> Path:
    """The lock file, an SQLite file of its own."""
    return path.with_name(f"{path.name}.lock")


def has_a_bot(path: Path) -> bool:
    """Whether a bot runs on the file, in this process or another."""
    if not lock_of(path).exists():
        return False
    try:
        with closing(open_read_only(lock_of(path), timeout=0)) as lock:
            lock.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode == sqlite3.SQLITE_BUSY
    return False


def check_not_lost(path: Path) -> None:
    """Raise OpeningError if a bot has used the file and it is gone; changes nothing."""
    if lock_of(path).exists() and not has_a_bot(path):
        with closing(open_read_only(lock_of(path), timeout=0)) as lock:
            check_not_missing(lock, path)


def check_not_missing(lock: sqlite3.Connection, path: Path) -> None:
    """Raise OpeningError if the lock says that a bot has used the file, and it is gone."""
    (seen,) = lock.execute("PRAGMA user_version").fetchone()
    if seen == USED_BEFORE and not path.exists():
        raise OpeningError(
            f"{path} is missing, though a bot has run on it here. Put a backup in its place; or "
            f"delete {lock_of(path).name} too, to begin with an empty database."
        )


def _lock(lock: sqlite3.Connection, path: Path) -> None:
    try:
        # in this mode the lock is held until the connection closes or the process ends
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
