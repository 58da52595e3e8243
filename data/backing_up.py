"""Backups of a database in use."""

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL

from data.addresses import is_file, path_of, read_address
from data.errors import OpeningError, StorageError, UnwritableError
from data.sentences import explain_errors
from data.sqlite_file import check_whole, put_in_place

DUMPER = "pg_dump"


async def back_up(url: str, copy: Path) -> None:
    """Write a consistent copy of the database into the new file ``copy``.

    It is an SQLite file, or for PostgreSQL an archive for pg_restore, made by pg_dump. Raises
    StorageError, also if ``copy`` exists.
    """
    target = read_address(url)
    _check_new(copy)
    with _room_beside(copy) as folder, explain_errors(target):
        made = Path(folder) / copy.name
        if is_file(target):
            await asyncio.to_thread(_copy_file, path_of(target), made)
        else:
            await _dump(target, made)
        put_in_place(made, copy)


def _check_new(copy: Path) -> None:
    if copy.exists():
        raise OpeningError(f"{copy} is there already, and nothing is written over. Name another.")
    if not copy.parent.is_dir():
        raise OpeningError(f"The folder {copy.parent} for the copy is not there. Make it first.")


def _room_beside(copy: Path) -> TemporaryDirectory[str]:
    try:
        return TemporaryDirectory(prefix=".copy-", dir=copy.parent)
    except OSError as error:
        raise UnwritableError(
            f"{copy} cannot be written ({error.strerror}). Name a folder where this user may write."
        ) from error


def _copy_file(path: Path, made: Path) -> None:
    if not path.exists():
        raise OpeningError(f"There is no database at {path}, so there is nothing to copy.")
    check_whole(path)
    # read only: the last writer to close checkpoints the file, which is the bot's task
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        connection.execute("VACUUM INTO ?", [str(made)])
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("PRAGMA user_version = 0")


async def _dump(url: URL, made: Path) -> None:
    program = shutil.which(DUMPER)
    if program is None:
        raise OpeningError(
            f"PostgreSQL is copied by {DUMPER}, which is not installed here. Install it (on Debian "
            "and Ubuntu it is in postgresql-client) and try again."
        )
    plain = url.set(drivername="postgresql", query={}).set(password=None)
    ssl = url.query.get("ssl")
    dumping = await asyncio.create_subprocess_exec(
        program,
        "--format=custom",
        "--no-password",
        f"--file={made}",
        f"--dbname={plain.render_as_string()}",
        stderr=asyncio.subprocess.PIPE,
        env={
            **os.environ,
            **({} if url.password is None else {"PGPASSWORD": str(url.password)}),
            **({} if ssl is None else {"PGSSLMODE": str(ssl)}),
        },
    )
    _, said = await dumping.communicate()
    if dumping.returncode != 0:
        first = said.decode(errors="replace").strip().splitlines()[:1]
        raise StorageError(f"{DUMPER} could not copy the database: {' '.join(first)}")
