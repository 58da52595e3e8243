"""``python -m tests.releases VERSION``: a database in which everything has happened, kept as text.

It is kept for SQLite and for PostgreSQL, so that each later version can be tried on it.
"""

import asyncio
import gzip
import sqlite3
import subprocess
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from pathlib import Path

import asyncpg
from sqlalchemy import URL, make_url

from data.operating import move_database
from tests.kit.club import Club
from tests.kit.databases import drop_database, make_database, sqlite_url, written
from tests.releases.life import lacking, live

KEPT = Path(__file__).parents[1] / "data" / "releases"


def kept() -> list[str]:
    """The versions of which there is a database, the oldest first."""
    found = {each.name.rsplit("-", 1)[0] for each in KEPT.glob("*.sql.gz")}
    return sorted(found, key=lambda name: tuple(map(int, name.split("."))))


def kept_in(version: str, url: str) -> bytes:
    """What is kept of a version for such a database."""
    return (KEPT / f"{version}-{make_url(url).get_backend_name()}.sql.gz").read_bytes()


async def make(path: Path) -> None:
    """A new SQLite file in which everything has happened."""
    club = await Club.open(path)
    try:
        await live(club)
        missing = await club.database.read(lambda connection: list(lacking(connection)))
    finally:
        await club.close()
    if missing:
        raise ValueError(f"tests/releases/life.py has to bring these about: {missing}")


async def sqlite_dump(path: Path) -> bytes:
    """The file as text, packed."""
    with closing(sqlite3.connect(path)) as file:
        return _packed("\n".join(file.iterdump()))


async def postgresql_dump(path: Path) -> bytes:
    """The same once it was moved to a server."""
    made = await make_database()
    try:
        await move_database(sqlite_url(path), written(made))
        command = ("pg_dump", "--no-owner", "--no-privileges", "--inserts", _plain(made))
        dumped = await asyncio.to_thread(
            subprocess.run, command, check=True, capture_output=True, text=True
        )
    finally:
        await drop_database(made)
    # without commands of psql, and settings that only some versions of the server have
    lines = dumped.stdout.splitlines()
    return _packed("\n".join(each for each in lines if not each.startswith(("\\", "SET ", "--"))))


def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0)


def _plain(url: URL) -> str:
    return written(url.set(drivername="postgresql"))


async def keep(version: str, folder: Path) -> None:
    """Write both dumps; ``folder`` is for files on the way."""
    path = folder / "life.db"
    await make(path)
    KEPT.mkdir(exist_ok=True)
    for database, dump in DUMPS.items():
        (KEPT / f"{version}-{database}.sql.gz").write_bytes(await dump(path))


DUMPS: Mapping[str, Callable[[Path], Awaitable[bytes]]] = {
    "sqlite": sqlite_dump,
    "postgresql": postgresql_dump,
}


async def restore(dump: bytes, url: str) -> None:
    """Fill an empty database with what was kept."""
    address, text = make_url(url), gzip.decompress(dump).decode()
    if address.get_backend_name() == "sqlite":
        path = Path(address.database or "")
        path.touch(mode=0o600)
        with closing(sqlite3.connect(path)) as file:
            file.executescript(text)
        return
    connection = await asyncpg.connect(_plain(address))
    await connection.execute(text)
    await connection.close()
