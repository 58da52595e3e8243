"""Whether a copy of the database could be put in place: everything in it is read once."""

import asyncio
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL, Connection, func, select

from bot.services.matches import MatchStore, damage_of
from data.database import Database
from data.errors import OpeningError
from data.ids import MatchId
from data.sqlite_file import check_whole, wal_of
from data.tables import entries, matches

ARCHIVE = b"PGDMP"
"""How archives of pg_dump begin."""


@dataclass(frozen=True, slots=True)
class Checked:
    """How much was read, and what is damaged, in sentences for operators."""

    matches: int
    entries: int
    damages: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether nothing is damaged."""
        return not self.damages


async def check_copy(copy: str) -> Checked:
    """Open the copy, bring it up to date, and replay every match.

    ``copy`` is an SQLite file, which stays as it is, or the address of a PostgreSQL database that
    was restored for this. Raises StorageError if it cannot be opened at all.
    """
    if "://" in copy:
        return await _check(copy)
    with TemporaryDirectory() as folder:
        path = await asyncio.to_thread(_take_along, Path(copy), Path(folder))
        url = URL.create("sqlite+aiosqlite", database=str(path))
        return await _check(url.render_as_string())


def _take_along(path: Path, folder: Path) -> Path:
    """The file, and its companion if it has one, copied into the folder."""
    if not path.is_file():
        raise OpeningError(f"There is no file {path}.")
    with path.open("rb") as file:
        if file.read(len(ARCHIVE)) == ARCHIVE:
            raise OpeningError(
                f"{path} is an archive of PostgreSQL. Restore it into an empty database (createdb "
                f"check && pg_restore --no-owner --dbname check {path}), and give the address of "
                "that."
            )
    check_whole(path)
    copied = folder / "copy.db"
    shutil.copyfile(path, copied)
    if wal_of(path).exists():
        shutil.copyfile(wal_of(path), wal_of(copied))
    return copied


async def _check(url: str) -> Checked:
    database = await Database.open(url, create=False)
    try:
        damages = list(await database.read(_broken_pages))
        ids = await database.read(_ids)
        store = MatchStore(lambda: datetime.now(UTC))
        for match_id in ids:
            damage = await database.read(damage_of, store, match_id)
            damages += [] if damage is None else [damage]
        count = await database.read(_count_entries)
        return Checked(len(ids), count, tuple(damages))
    finally:
        await database.close()


def _broken_pages(connection: Connection) -> tuple[str, ...]:
    if connection.dialect.name != "sqlite":
        return ()  # PostgreSQL looks at them while it restores
    found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
    return tuple(f"The file: {each}." for each in found if each != "ok")


def _ids(connection: Connection) -> tuple[MatchId, ...]:
    return tuple(connection.execute(select(matches.c.id).order_by(matches.c.id)).scalars())


def _count_entries(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(entries)).scalar_one())
