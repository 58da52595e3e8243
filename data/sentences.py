"""Messages for operators: why a database cannot be opened, and what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from data.addresses import is_file, path_of, spoken
from data.errors import HeldError, OpeningError, UnwritableError

BUSY_CODES = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
"""SQLite's error codes for a file that is locked."""
UNWRITABLE_CODES = frozenset(
    {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL}
)
"""SQLite's error codes for missing permissions and a full disk."""
BUSY_STATES = frozenset({"57P03", "53300"})
"""SQLSTATEs of a server that is starting, or has no free connection."""
RESTORE = "Stop the bot and put a backup in its place."


@contextmanager
def explain_errors(url: URL) -> Iterator[None]:
    """Turn errors of opening a database into OpeningError, with a message for operators.

    HeldError if others use it, so that waiting may help.
    """
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        says = _file(cause, url) if is_file(url) else _server(cause, url)
        raise _kind(cause, url)(says) from error


def _kind(error: BaseException, url: URL) -> type[OpeningError]:
    code = getattr(error, "sqlite_errorcode", None)
    if (isinstance(code, int) and code & 0xFF in BUSY_CODES) or _state(error) in BUSY_STATES:
        return HeldError
    shut = isinstance(code, int) and code & 0xFF in UNWRITABLE_CODES
    return (
        UnwritableError if shut or (is_file(url) and isinstance(error, OSError)) else OpeningError
    )


def _state(error: BaseException) -> str | None:
    return getattr(error, "sqlstate", None)


def _file(error: BaseException, url: URL) -> str:
    path = path_of(url)
    if path.is_dir():
        return f"{path} is a folder. The address of the database (DATABASE_URL) has to name a file."
    code = getattr(error, "sqlite_errorcode", None)
    known = {
        sqlite3.SQLITE_NOTADB: f"{path} is not a database. {RESTORE} Or name another file.",
        sqlite3.SQLITE_CORRUPT: f"{path} is damaged. {RESTORE}",
        sqlite3.SQLITE_READONLY: f"{path} cannot be written by this user. Make them its owner.",
        **dict.fromkeys(BUSY_CODES, f"Another program holds {path}. Close it and try again."),
        sqlite3.SQLITE_FULL: f"The disk of {path} is full. Make room on it.",
    }
    if isinstance(code, int) and code & 0xFF in known:
        return known[code & 0xFF]
    if isinstance(error, OSError) or code == sqlite3.SQLITE_CANTOPEN:
        return (
            f"{path} cannot be opened or made. Check that this user may read and write the file "
            f"and its folder ({error})."
        )
    return f"{path} cannot be used ({type(error).__name__}: {error})."


def _server(error: BaseException, url: URL) -> str:
    state, name = _state(error), url.database
    known = {
        "28P01": "PostgreSQL does not accept the name or password of the address (DATABASE_URL).",
        "28000": "PostgreSQL does not let this name in. Check the address (DATABASE_URL), and "
        "pg_hba.conf on the server.",
        "3D000": f"The server has no database {name}. Make it with createdb {name}, or name "
        "another one (DATABASE_URL).",
        "42501": f"This name may not make tables in {name}. Make it the owner: ALTER DATABASE "
        f"{name} OWNER TO {url.username}.",
        "53300": "PostgreSQL has no connection left. Close others, or raise max_connections.",
        "57P03": "PostgreSQL is starting or stopping. Try again in a moment.",
    }
    if state in known:
        return known[state]
    if isinstance(error, OSError):
        return (
            f"No PostgreSQL server answers for {spoken(url)} ({error}). Start it, or correct "
            "the address (DATABASE_URL)."
        )
    return f"{spoken(url)} cannot be used ({type(error).__name__}: {error})."
