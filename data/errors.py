"""What goes wrong with databases, as one kind of error."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc


class StorageError(Exception):
    """The database could not do it: locked, full, read-only, damaged or out of reach.

    The whole transaction was taken back; the same thing may be tried again. A program that it ends
    ends with ``exit_code``, one of those of ``sysexits.h``.
    """

    exit_code = os.EX_UNAVAILABLE


class InDoubtError(StorageError):
    """The database did not answer the commit: everything was written, or nothing was."""


class OpeningError(StorageError):
    """A database, or a copy of one, that cannot be used; the message tells operators what to do."""


class UnwritableError(OpeningError):
    """A file that this user may not read or write, or a disk that is full."""

    exit_code = os.EX_CANTCREAT


class HeldError(OpeningError):
    """A database that cannot be used now, because of others: waiting may be all it needs."""


class FileGoneError(StorageError):
    """The file was deleted or replaced while it was in use; nothing more is written into it."""


class UnreadableError(StorageError, ValueError):
    """A value that no version of the program has written; the message says which."""


_CODES = {
    "full": ("SQLITE_FULL", "53100"),
    "locked": ("SQLITE_BUSY", "SQLITE_LOCKED", "40", "55P03"),
    "read only": ("SQLITE_READONLY", "25006"),
    "damaged": ("SQLITE_CORRUPT", "SQLITE_NOTADB", "XX"),
    "away": ("08", "57P"),
}
"""Beginnings of SQLite's error names and of SQLSTATEs."""
FAILURE_KINDS = (*_CODES, "unreadable", "other")


def failure_kind(error: StorageError) -> str:
    """What is wrong with the database, as one of FAILURE_KINDS.

    A failure without a code counts as ``away``, since a server sends one if it answers.
    """
    if isinstance(error, UnreadableError):
        return "unreadable"
    cause: BaseException | None = error.__cause__
    if isinstance(cause, exc.DBAPIError):
        cause = cause.orig
    if getattr(cause, "errno", None) == errno.ENOSPC:
        return "full"
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    if code is None:
        return "away"
    known = (kind for kind, codes in _CODES.items() if code.startswith(codes))
    return next(known, "other")


@contextmanager
def translate_database_errors() -> Iterator[None]:
    """Raise StorageError for what is the database's fault; let the program's own mistakes pass."""
    try:
        yield
    except exc.DBAPIError as error:
        if is_program_mistake(error):
            raise  # trying again would not mend it
        raise StorageError(f"{type(error.orig).__name__}: {error.orig}") from error
    except (sqlite3.Error, OSError, exc.TimeoutError) as error:
        raise StorageError(f"{type(error).__name__}: {error}") from error


def is_program_mistake(error: exc.DBAPIError) -> bool:
    """Whether the database refuses what it was asked, and would refuse it again."""
    if isinstance(error, exc.IntegrityError | exc.ProgrammingError | exc.DataError):
        return True
    if isinstance(getattr(error.orig, "__cause__", None), ValueError):
        return True  # asyncpg cannot send a value
    state = getattr(error.orig, "sqlstate", None)
    return state is not None and state.startswith(_REFUSED)


_REFUSED = ("21", "22", "23", "25P02", "42", "44")
"""Beginnings of SQLSTATEs: values that do not fit, keys, and statements that make no sense.

``25P02`` comes where a transaction goes on after such an error.
"""
