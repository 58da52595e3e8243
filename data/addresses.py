"""Addresses (URLs) of databases, and messages for operators: why one cannot be opened."""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from data.errors import HeldError, OpeningError, UnwritableError

EXAMPLES = (
    "Write sqlite+aiosqlite:///var/quintet.db, or "
    "postgresql+asyncpg://NAME:PASSWORD@HOST:5432/DATABASE."
)

_SERVERS = ("postgres", "postgresql", "postgresql+asyncpg")
_DRIVERS = {
    **dict.fromkeys(("sqlite", "sqlite+aiosqlite"), "sqlite+aiosqlite"),
    **dict.fromkeys(_SERVERS, "postgresql+asyncpg"),
}
"""The drivers in addresses by the ways to write them."""
_LONE_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
_SSL = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
RESTORE = "Stop the bot and put a backup in its place."


def read_address(text: str) -> URL:
    """Parse the address; raises OpeningError that says what to write instead.

    A password may have any characters, as they are or percent-encoded. Neither the message nor its
    cause repeats the text, which may contain a password.
    """
    start, slashes, rest = text.partition("://")
    told, secret, after = _without_password(rest) if start in _SERVERS else ("", None, rest)
    try:
        url = make_url(f"{start}{slashes}{after}")
    except (ArgumentError, ValueError):
        raise OpeningError(
            f"The address of the database (DATABASE_URL) cannot be read. {EXAMPLES} The port is a "
            "number, and in a password % is written %25, @ is %40, : is %3A, / is %2F, ? is %3F "
            "and # is %23. Or leave the password out, and let PGPASSWORD be the password."
        ) from None
    if told:
        url = url.set(username=unquote(told))
    if secret is not None:
        url = url.set(password=secret)
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise OpeningError(
            f"The address of the database (DATABASE_URL) begins with {url.drivername}://, which "
            f"this bot cannot use. {EXAMPLES}"
        )
    named = url.set(drivername=driver)
    if not is_file(named):
        return _checked_server(named)
    _check_file(named, text)
    return named


def _without_password(text: str) -> tuple[str, str | None, str]:
    """The name, the password, and what follows them in the address of a server.

    The last @ ends the password, whatever it has. It counts as percent-encoded, unless an @ or a
    lone % in it says that it is not.
    """
    before, at, after = text.rpartition("@")
    name, colon, password = before.partition(":")
    if not at or "/" in name:  # nobody is named, and the @ is in the name of the database
        return "", None, text
    if "@" not in password and not _LONE_PERCENT.search(password):
        password = unquote(password)
    return name, password if colon else None, after


def is_file(url: URL) -> bool:
    """Whether it is an SQLite file."""
    return url.get_backend_name() == "sqlite"


def path_of(url: URL) -> Path:
    """The file of an SQLite address."""
    return Path(url.database or "")


def spoken(url: URL) -> str:
    """The database for messages, without its password."""
    if is_file(url):
        return f"{url.database}"
    return f"{url.database} on {url.host or 'localhost'}:{url.port or 5432}"


def _check_file(url: URL, text: str) -> None:
    if url.host or not url.database or url.database == ":memory:":
        raise OpeningError(
            "The address of the database (DATABASE_URL) names no file. Write three slashes before "
            "it, as in sqlite+aiosqlite:///var/quintet.db, and four before a path that begins at "
            "the root, as in sqlite+aiosqlite:////srv/quintet/quintet.db."
        )
    if "?" in text:
        raise OpeningError(
            "There is a ? in the address of the database (DATABASE_URL). No file or folder in it "
            "can have one in its name, and nothing can follow it."
        )


def _checked_server(url: URL) -> URL:
    if not url.database:
        raise OpeningError(
            f"The address of the database (DATABASE_URL) names a server, but no database on it. "
            f"{EXAMPLES}"
        )
    options: Mapping[str, object] = url.query
    ssl = options.get("ssl", options.get("sslmode"))
    if not set(options) <= {"ssl", "sslmode"} or (options and ssl not in _SSL):
        raise OpeningError(
            "What stands behind the ? in the address of the database (DATABASE_URL) is not "
            f"understood. There can be ?ssl= with one of {', '.join(_SSL)}."
        )
    return url.set(query={"ssl": str(ssl)} if options else {})


@contextmanager
def explain_errors(url: URL) -> Iterator[None]:
    """Turn errors of opening a database into OpeningError, with a message for operators.

    HeldError if others use it, so that waiting may help.
    """
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        raise (_file_error if is_file(url) else server_error)(cause, url) from error


def _file_error(error: BaseException, url: URL) -> OpeningError:
    path, code = path_of(url), getattr(error, "sqlite_errorcode", 0) & 0xFF
    if path.is_dir():
        return UnwritableError(
            f"{path} is a folder. The address of the database (DATABASE_URL) has to name a file."
        )
    match code:
        case sqlite3.SQLITE_NOTADB:
            return OpeningError(f"{path} is not a database. {RESTORE} Or name another file.")
        case sqlite3.SQLITE_CORRUPT:
            return OpeningError(f"{path} is damaged. {RESTORE}")
        case sqlite3.SQLITE_READONLY:
            return UnwritableError(f"{path} cannot be written by this user. Make them its owner.")
        case sqlite3.SQLITE_FULL:
            return UnwritableError(f"The disk of {path} is full. Make room on it.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return HeldError(f"Another program holds {path}. Close it and try again.")
    if isinstance(error, OSError) or code == sqlite3.SQLITE_CANTOPEN:
        return UnwritableError(
            f"{path} cannot be opened or made. Check that this user may read and write the file "
            f"and its folder ({error})."
        )
    return OpeningError(f"{path} cannot be used ({type(error).__name__}: {error}).")


def server_error(error: BaseException, url: URL) -> OpeningError:
    """The message for an error of a PostgreSQL server; HeldError if waiting may help."""
    name = url.database
    match getattr(error, "sqlstate", None):
        case "28P01":
            says = "PostgreSQL does not accept the name or password of the address (DATABASE_URL)."
        case "28000":
            says = (
                "PostgreSQL does not let this name in. Check the address (DATABASE_URL), and "
                "pg_hba.conf on the server."
            )
        case "3D000":
            says = (
                f"The server has no database {name}. Make it with createdb {name}, or name "
                "another one (DATABASE_URL)."
            )
        case "42501":
            says = not_owner_message(url)
        case "53300":
            return HeldError(
                "PostgreSQL has no connection left. Close others, or raise max_connections."
            )
        case "57P03":
            return HeldError("PostgreSQL is starting or stopping. Try again in a moment.")
        case _ if isinstance(error, OSError):
            says = (
                f"No PostgreSQL server answers for {spoken(url)} ({error}). Start it, or correct "
                "the address (DATABASE_URL)."
            )
        case _:
            says = f"{spoken(url)} cannot be used ({type(error).__name__}: {error})."
    return OpeningError(says)


def not_owner_message(url: URL) -> str:
    """The message for a name that may not create tables."""
    name = url.database
    return (
        f"This name may not make tables in {name}. Make it the owner: ALTER DATABASE {name} "
        f"OWNER TO {url.username}."
    )
