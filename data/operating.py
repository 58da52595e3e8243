"""Opening a database, and what operators do: check it before the first start, copy it, move it."""

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from datetime import timedelta
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import create_async_engine

from data.addresses import (
    RESTORE,
    explain_errors,
    is_file,
    not_owner_message,
    path_of,
    read_address,
    spoken,
)
from data.archives import RESTORER, check_archive, dump, is_archive, limit_for, too_long
from data.database import Database
from data.errors import HeldError, OpeningError, StorageError, UnwritableError
from data.migrate import missing_steps
from data.shards import ALL, Shards
from data.sqlite import BUSY_SECONDS, SqliteDatabase
from data.sqlite_file import (
    check_not_lost,
    check_whole,
    empty_file_message,
    open_read_only,
    put_in_place,
    sole_use,
    unmark,
)
from data.tables import metadata

logger = structlog.get_logger(__name__)

Found = TypeVar("Found")
PATIENCE = timedelta(minutes=1)
"""How long a bot that starts waits for a database in use by others."""
PAUSE = timedelta(seconds=1)
STEPS_BETWEEN_LOOKS = 1000
"""After so many steps SQLite looks whether a copy takes too long."""


async def open_database(
    url: str,
    *,
    busy_seconds: float = BUSY_SECONDS,
    create: bool = True,
    beside_a_bot: bool = False,
    timed: bool = False,
    shards: Shards = ALL,
    pool: int | None = None,
) -> Database:
    """Open the database at an SQLAlchemy ``url`` and migrate it.

    ``create``: create a missing SQLite file and its folder. ``beside_a_bot``: a bot may be
    running on the file, so it stays marked as in use. ``timed``: a server that does not answer
    in time causes StorageError. ``shards``: the bot's, which the server shows. ``pool``: the most
    connections to a server that transactions use at once.

    Raises StorageError if the database cannot be opened, UnknownSchemaError if another version
    wrote it.
    """
    target = read_address(url)
    with explain_errors(target):
        database: Database
        if is_file(target):
            database = SqliteDatabase(
                path_of(target), busy_seconds, create=create, beside_a_bot=beside_a_bot
            )
        else:
            # imported here: users of SQLite need not have the driver
            from data.postgresql import POOL, PostgresqlDatabase

            database = PostgresqlDatabase(target, timed=timed, shards=shards, pool=pool or POOL)
        try:
            await database.start()
        except BaseException:
            await database.close()
            raise
    return database


async def open_patiently(
    url: str,
    patience: timedelta | None = None,
    *,
    shards: Shards = ALL,
    pool: int | None = None,
) -> Database:
    """Open the database at ``url`` for a bot that starts, retrying after HeldError.

    The options are those of ``open_database``.
    Raises HeldError after ``patience`` (by default PATIENCE), and other StorageErrors at once.
    """
    return await _patiently(
        lambda: open_database(url, timed=True, shards=shards, pool=pool), patience
    )


async def _patiently(attempt: Callable[[], Awaitable[Found]], patience: timedelta | None) -> Found:
    clock = asyncio.get_running_loop().time
    until = clock() + (PATIENCE if patience is None else patience).total_seconds()
    while True:
        try:
            return await attempt()
        except HeldError as error:
            if clock() >= until:
                raise
            logger.warning("waiting for the database", reason=str(error))
        await asyncio.sleep(PAUSE.total_seconds())


@asynccontextmanager
async def sole_shards(url: str, shards: Shards) -> AsyncIterator[None]:
    """Keep every other bot from these shards while the block runs, if the database is a server.

    Waits for a server that starts, as open_patiently does. Raises OpeningError if another bot has
    one of them, or counts another number of shards.
    """
    target = read_address(url)
    if is_file(target):
        yield
        return
    from data.server_locks import holding  # users of SQLite need not have the driver

    async with AsyncExitStack() as stack:
        await _patiently(lambda: stack.enter_async_context(holding(target, shards)), None)
        yield


@asynccontextmanager
async def sole_identify(
    url: str, shards: Shards, bucket: int, patience: float
) -> AsyncIterator[None]:
    """Keep every other bot from identifying in a bucket while the block runs.

    ``url`` is a server's. Raises TimeoutError if others take longer than ``patience`` seconds, and
    OpeningError if the server cannot be asked.
    """
    from data.server_locks import identifying  # users of SQLite need not have the driver

    async with identifying(read_address(url), shards, bucket, patience):
        yield


class Condition(Enum):
    """The state of a usable database."""

    MISSING = "missing"
    EMPTY = "empty"
    OLDER = "older"
    CURRENT = "current"


async def condition_of(url: str) -> Condition:
    """The state of the database; raises OpeningError or UnknownSchemaError if it is unusable."""
    target = read_address(url)
    with explain_errors(target):
        if is_file(target):
            return await asyncio.to_thread(_of_file, path_of(target))
        return await _of_server(target)


def _of_file(path: Path) -> Condition:
    check_not_lost(path)
    if not path.exists():
        there = next(each for each in path.absolute().parents if each.exists())
        if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
            why = f"this user may not write into {there}. Make them its owner."
            raise OpeningError(f"{path} cannot be made: {why}")
        return Condition.MISSING
    check_whole(path)
    if not os.access(path, os.W_OK):
        raise OpeningError(f"{path} cannot be written by this user. Make them its owner.")
    return _look_into(path)


def _look_into(path: Path) -> Condition:
    """The state of the tables in a file that is whole."""
    engine = sa.create_engine(
        "sqlite://", creator=lambda: open_read_only(path), poolclass=sa.NullPool
    )
    with engine.connect() as connection:
        damage = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if damage != "ok":
            raise OpeningError(f"{path} is damaged ({damage}). {RESTORE}")
        if not sa.inspect(connection).get_table_names():
            raise OpeningError(empty_file_message(path))
        return _steps(connection)


async def check_backup(path: Path) -> None:
    """Raise StorageError if a copy cannot be restored, as far as can be seen without doing it.

    An archive is read whole where pg_restore is installed.
    """
    with explain_errors(sa.URL.create("sqlite", database=str(path))):
        if await asyncio.to_thread(is_archive, path):
            if shutil.which(RESTORER) is not None:
                await check_archive(path)
        else:
            await asyncio.to_thread(check_whole, path)
            await asyncio.to_thread(_look_into, path)


async def _of_server(url: sa.URL) -> Condition:
    from data.postgresql import TIMEOUT  # users of SQLite need not have the driver

    engine = create_async_engine(url, connect_args={"timeout": TIMEOUT})
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(_on_server)
    finally:
        await engine.dispose()


def _on_server(connection: sa.Connection) -> Condition:
    found = _steps(connection)
    allowed = sa.func.has_schema_privilege(sa.func.current_schema(), "CREATE")
    if found is not Condition.CURRENT and not connection.execute(sa.select(allowed)).scalar():
        raise OpeningError(not_owner_message(connection.engine.url))
    return found


def _steps(connection: sa.Connection) -> Condition:
    missing = missing_steps(connection)
    if missing is None:
        return Condition.EMPTY
    return Condition.OLDER if missing else Condition.CURRENT


async def back_up(url: str, copy: Path, limit: timedelta | None = None) -> None:
    """Write a consistent copy of the database into the new file ``copy``.

    It is an SQLite file, or for PostgreSQL an archive for pg_restore, made by pg_dump. Raises
    StorageError, also if ``copy`` exists, or if it takes longer than ``limit``: by default ten
    minutes and a second for each MiB. Nothing is left of a copy that fails.
    """
    target = read_address(url)
    with _room_for(copy) as folder, explain_errors(target):
        made = Path(folder) / copy.name
        if is_file(target):
            await asyncio.to_thread(_copy_file, path_of(target), made, limit)
        else:
            await dump(target, made, limit)
        put_in_place(made, copy)


def _room_for(copy: Path) -> TemporaryDirectory[str]:
    """A new folder beside a file that must not exist yet."""
    if copy.exists():
        raise OpeningError(f"{copy} is there already, and nothing is written over. Name another.")
    if not copy.parent.is_dir():
        raise OpeningError(f"The folder {copy.parent} for the copy is not there. Make it first.")
    try:
        return TemporaryDirectory(prefix=".copy-", dir=copy.parent)
    except OSError as error:
        raise UnwritableError(
            f"{copy} cannot be written ({error.strerror}). Name a folder where this user may write."
        ) from error


def _copy_file(path: Path, made: Path, limit: timedelta | None) -> None:
    if not path.exists():
        raise OpeningError(f"There is no database at {path}, so there is nothing to copy.")
    check_whole(path)
    given = limit_for(path.stat().st_size) if limit is None else limit
    until = time.monotonic() + given.total_seconds()
    with closing(open_read_only(path)) as connection:
        connection.set_progress_handler(lambda: time.monotonic() > until, STEPS_BETWEEN_LOOKS)
        try:
            connection.execute("VACUUM INTO ?", [str(made)])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                raise StorageError(too_long(f"The copy of {path}", given)) from error
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
                raise UnwritableError(
                    f"The copy in {made.parent.parent} cannot be written ({error}). Look at that "
                    "disk, and make room on it."
                ) from error
            raise
    unmark(made)


BATCH = 1000
BOOKKEEPING = frozenset({"alembic_version"})
"""Tables that are not copied."""


async def move_database(source: str, target: str) -> dict[str, int]:
    """Copy every row, compare it with its copy, and set sequences; returns the rows by table.

    The file is migrated, and otherwise unchanged. Raises StorageError, with nothing copied, also if
    a bot runs on the file or the target is not empty.
    """
    with _argument("first"):
        file = read_address(source)
    with _argument("second"):
        server = read_address(target)
    if not is_file(file) or is_file(server):
        raise OpeningError(
            "Give the SQLite file first and PostgreSQL second: quintet move-database "
            "sqlite+aiosqlite:///var/quintet.db postgresql+asyncpg://NAME:PASSWORD@HOST/DATABASE"
        )
    if not path_of(file).exists():
        raise OpeningError(f"There is no database at {path_of(file)}, so there is nothing to move.")
    with sole_use(source):
        await (await open_database(source, create=False)).close()
        with _argument("second"):
            opened = await open_database(target)
        async with opened as goal:
            with explain_errors(server):
                return await goal.write(_copy_all, path_of(file), server)


@contextmanager
def _argument(which: str) -> Iterator[None]:
    """Let messages about an address name an argument in place of the setting."""
    try:
        yield
    except OpeningError as error:
        says = str(error).replace("(DATABASE_URL)", f"(the {which} argument)")
        raise type(error)(says) from error


def _copy_all(target: sa.Connection, path: Path, server: sa.URL) -> dict[str, int]:
    for table in metadata.sorted_tables:
        if target.execute(sa.select(table).limit(1)).first() is not None:
            raise OpeningError(f"{spoken(server)} is not empty ({table.name}). Name an empty one.")
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(path)))
    try:
        with engine.connect() as source:
            further = set(sa.inspect(source).get_table_names()) - set(metadata.tables) - BOOKKEEPING
            if further:
                known = sorted(further)
                raise OpeningError(f"The file has tables that are not this bot's: {known}.")
            return {table.name: _copy(source, target, table) for table in metadata.sorted_tables}
    finally:
        engine.dispose()


def _copy(source: sa.Connection, target: sa.Connection, table: sa.Table) -> int:
    count = 0
    for rows in source.execute(sa.select(table)).mappings().partitions(BATCH):
        copied = [dict(row) for row in rows]
        target.execute(sa.insert(table), copied)
        _compare(target, table, copied)
        count += len(copied)
    stored = target.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
    if stored != count:
        raise OpeningError(f"{table.name} has {stored} rows after copying {count}.")
    _count_on(target, table)
    return count


def _compare(target: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    keys = list(table.primary_key)
    sought = [tuple(row[key.name] for key in keys) for row in rows]
    found = target.execute(sa.select(table).where(sa.tuple_(*keys).in_(sought))).mappings()
    stored = {tuple(row[key.name] for key in keys): dict(row) for row in found}
    for key, row in zip(sought, rows, strict=True):
        if stored.get(key) != row:
            raise OpeningError(f"The row {key} of {table.name} is not the same after copying.")


def _count_on(target: sa.Connection, table: sa.Table) -> None:
    column = table.autoincrement_column
    highest = None if column is None else target.execute(sa.select(sa.func.max(column))).scalar()
    if column is not None and highest is not None:
        sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
        target.execute(sa.select(sa.func.setval(sequence, highest)))
