"""Archives of PostgreSQL, by pg_dump and pg_restore."""

import asyncio
import os
import secrets
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from data.addresses import explain_errors
from data.errors import OpeningError, StorageError

DUMPER, RESTORER = "pg_dump", "pg_restore"
ARCHIVE = b"PGDMP"
"""The first bytes of an archive."""
SHORTEST_LIMIT = timedelta(minutes=10)
SLOWEST = 2**20
"""Bytes a second that any disk or network manages; what is slower hangs."""
DENIED = "42501"
"""The SQLSTATE where a privilege is missing."""
CHECKED = "quintet_check"
"""The beginning of the names of databases in which archives are tried."""


def limit_for(size: int) -> timedelta:
    """How long a copy of so many bytes may take."""
    return SHORTEST_LIMIT + timedelta(seconds=size / SLOWEST)


def _limit_for_file(path: Path) -> timedelta:
    return limit_for(path.stat().st_size)


def too_long(what: str, limit: timedelta) -> str:
    """The message for a copy that was stopped."""
    minutes = limit.total_seconds() / 60
    return (
        f"{what} took longer than {minutes:,.0f} minutes and was stopped; nothing is left of it. "
        "Look at the disks and the network, and at the load of the database, and try again."
    )


def is_archive(path: Path) -> bool:
    """Whether the file begins as an archive does; raises OSError."""
    with path.open("rb") as file:
        return file.read(len(ARCHIVE)) == ARCHIVE


async def dump(url: sa.URL, made: Path, limit: timedelta | None = None) -> None:
    """Write an archive of the database into the new file; raises StorageError."""
    if limit is None:
        limit = limit_for(await _size(url))
    options = ("--format=custom", f"--file={made}", _plain(url))
    await _run(DUMPER, "copy the database", url, limit, *options)


async def check_archive(path: Path) -> None:
    """Read the whole archive; raises StorageError if it is damaged or cut off."""
    limit = _limit_for_file(path)
    await _run(RESTORER, f"read {path}", None, limit, f"--file={os.devnull}", str(path))


async def restore_into(url: sa.URL, archive: Path) -> None:
    """Restore the archive into an empty database, whole or not at all; raises StorageError."""
    limit = _limit_for_file(archive)
    options = ("--no-owner", "--no-privileges", "--single-transaction", _plain(url))
    await _run(RESTORER, f"restore {archive}", url, limit, *options, str(archive))


@asynccontextmanager
async def restored(url: sa.URL, archive: Path) -> AsyncIterator[sa.URL]:
    """The archive as a database on the server of ``url``, which is gone after the block.

    Raises StorageError where the user may not make databases.
    """
    name = f"{CHECKED}_{secrets.token_hex(4)}"
    with explain_errors(url):
        try:
            await _execute(url, f"CREATE DATABASE {name} TEMPLATE template0")
        except sa.exc.DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) == DENIED:
                raise OpeningError(_may_not_create(url, archive)) from error
            raise
        try:
            made = url.set(database=name)
            await restore_into(made, archive)
            yield made
        finally:
            await _execute(url, f"DROP DATABASE {name} WITH (FORCE)")


def _may_not_create(url: sa.URL, archive: Path) -> str:
    return (
        f"{archive} is tried in a database of its own, and {url.username} may not make one. Let a "
        f"superuser run ALTER ROLE {url.username} CREATEDB; or let them make an empty database, "
        f"restore into it with {RESTORER} --no-owner --dbname NAME {archive}, and give its address."
    )


@asynccontextmanager
async def _connected(url: sa.URL) -> AsyncIterator[AsyncConnection]:
    """A connection without transactions; raises OpeningError if the driver is not installed."""
    from data.postgresql import TIMEOUT  # users of SQLite need not have the driver

    options = {"timeout": TIMEOUT}
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT", connect_args=options)
    try:
        async with engine.connect() as connection:
            yield connection
    finally:
        await engine.dispose()


async def _execute(url: sa.URL, statement: str) -> None:
    async with _connected(url) as connection:
        await connection.execute(sa.text(statement))


async def _size(url: sa.URL) -> int:
    async with _connected(url) as connection:
        size = sa.select(sa.func.pg_database_size(sa.func.current_database()))
        return int(await connection.scalar(size) or 0)


def _plain(url: sa.URL) -> str:
    """The option that names the database for PostgreSQL's own programs, without a password."""
    plain = url.set(drivername="postgresql", query={}).set(password=None)
    return f"--dbname={plain.render_as_string()}"


async def _run(
    program: str, purpose: str, url: sa.URL | None, limit: timedelta, *options: str
) -> None:
    """Run one of PostgreSQL's programs; raises StorageError if it fails or takes too long."""
    found = shutil.which(program)
    if found is None:
        raise OpeningError(
            f"To {purpose} takes {program}, which is not installed here. Install it (on Debian and "
            "Ubuntu it is in postgresql-client) and try again."
        )
    running = await asyncio.create_subprocess_exec(
        found,
        "--no-password" if url else "--no-owner",
        *options,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **_secrets(url)},
    )
    try:
        async with asyncio.timeout(limit.total_seconds()):
            _, said = await running.communicate()
    except TimeoutError as error:
        raise StorageError(too_long(f"To {purpose}", limit)) from error
    finally:
        with suppress(ProcessLookupError):
            if running.returncode is None:
                running.kill()
                await running.wait()
    if running.returncode != 0:
        raise StorageError(
            f"{program} could not {purpose}: {_advice(said.decode(errors='replace'))}"
        )


HINTS = {
    "server version mismatch": "Install the postgresql-client of the server's version.",
    "No space left on device": "Make room on the disk of the copies.",
    "permission denied": "Let the user of the address own the database and its tables.",
    "password authentication failed": "Correct the password of the address, or PGPASSWORD.",
    "already exists": "Restore into an empty database.",
    **dict.fromkeys(
        ("end of file", "input file is too short", "could not uncompress data"),
        "The copy is damaged. Take another copy.",
    ),
}
OTHERWISE = "If that is a lost connection or a stopped server, try again; else look at its log."


def _advice(said: str) -> str:
    """The first line of what a program said, and what to do about it."""
    first = next(iter(said.strip().splitlines()), "it said nothing")
    hint = next((advice for mark, advice in HINTS.items() if mark in said), OTHERWISE)
    return f"{first.rstrip('.')}. {hint}"


def _secrets(url: sa.URL | None) -> dict[str, str]:
    """What goes to a program by its environment, where other users cannot read it."""
    if url is None:
        return {}
    ssl = url.query.get("ssl")
    return {
        **({} if url.password is None else {"PGPASSWORD": str(url.password)}),
        **({} if ssl is None else {"PGSSLMODE": str(ssl)}),
    }
