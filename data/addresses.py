"""Addresses (URLs) of databases, and messages about invalid ones."""

from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from data.errors import OpeningError

SQLITE, POSTGRESQL = "sqlite+aiosqlite", "postgresql+asyncpg"
EXAMPLES = (
    "Write sqlite+aiosqlite:///var/quintet.db, or "
    "postgresql+asyncpg://NAME:PASSWORD@HOST:5432/DATABASE."
)

_DRIVERS = {
    "sqlite": SQLITE,
    SQLITE: SQLITE,
    "postgres": POSTGRESQL,
    "postgresql": POSTGRESQL,
    POSTGRESQL: POSTGRESQL,
}
_SSL = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")


def read_address(text: str) -> URL:
    """Parse the address; raises OpeningError that says what to write instead.

    The message never repeats the text, which may contain a password.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise OpeningError(
            f"The address of the database (DATABASE_URL) cannot be read. {EXAMPLES} The port is a "
            "number, and in a password @ is written %40, : is %3A and / is %2F."
        ) from error
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise OpeningError(
            f"The address of the database (DATABASE_URL) begins with {url.drivername}://, which "
            f"this bot cannot use. {EXAMPLES}"
        )
    named = url.set(drivername=driver)
    return _file(named, text) if driver == SQLITE else _server(named)


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


def _file(url: URL, text: str) -> URL:
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
    return url


def _server(url: URL) -> URL:
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
