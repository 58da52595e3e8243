"""What goes wrong with databases, as one kind of error."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import (
    DBAPIError,
    IntegrityError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError


class StorageError(Exception):
    """The database could not do it: locked, full, read-only, damaged or out of reach.

    The whole transaction was taken back; the same thing may be tried again.
    """


class InDoubtError(StorageError):
    """The database did not answer the commit: everything was written, or nothing was."""


class OpeningError(StorageError):
    """A database, or a copy of one, that cannot be used; the message tells operators what to do."""


class HeldError(OpeningError):
    """A database that cannot be used now, because of others: waiting may be all it needs."""


class FileGoneError(StorageError):
    """The file was deleted or replaced while it was in use; nothing more is written into it."""


class UnreadableError(StorageError, ValueError):
    """A value that no version of the program has written; the message says which."""


@contextmanager
def translate_database_errors() -> Iterator[None]:
    """Raise StorageError for what is the database's fault; let the program's own mistakes pass."""
    try:
        yield
    except (IntegrityError, ProgrammingError):
        raise  # trying again would not mend these
    except DBAPIError as error:
        raise StorageError(f"{type(error.orig).__name__}: {error.orig}") from error
    except (sqlite3.Error, OSError, PoolTimeoutError) as error:
        raise StorageError(f"{type(error).__name__}: {error}") from error
