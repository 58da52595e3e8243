"""Checking a database without changing it, before the first start."""

import asyncio
import os
import sqlite3
from enum import Enum
from pathlib import Path

from sqlalchemy import URL, Connection, create_engine, func, inspect, select
from sqlalchemy.ext.asyncio import create_async_engine

from data.addresses import is_file, path_of, read_address
from data.errors import OpeningError
from data.migrate import missing_steps
from data.postgresql_driver import TIMEOUT, check_driver
from data.sentences import RESTORE, explain_errors
from data.sqlite_file import check_not_lost, check_whole, empty_file_message


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
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True),
    )
    with engine.connect() as connection:
        damage = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if damage != "ok":
            raise OpeningError(f"{path} is damaged ({damage}). {RESTORE}")
        if not inspect(connection).get_table_names():
            raise OpeningError(empty_file_message(path))
        found = _steps(connection)
    engine.dispose()
    return found


async def _of_server(url: URL) -> Condition:
    check_driver()
    engine = create_async_engine(url, connect_args={"timeout": TIMEOUT})
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(_on_server)
    finally:
        await engine.dispose()


def _on_server(connection: Connection) -> Condition:
    found = _steps(connection)
    allowed = func.has_schema_privilege(func.current_schema(), "CREATE")
    if found is not Condition.CURRENT and not connection.execute(select(allowed)).scalar():
        name = connection.engine.url
        raise OpeningError(
            f"This name may not make tables in {name.database}. Make it the owner: ALTER DATABASE "
            f"{name.database} OWNER TO {name.username}."
        )
    return found


def _steps(connection: Connection) -> Condition:
    missing = missing_steps(connection)
    if missing is None:
        return Condition.EMPTY
    return Condition.OLDER if missing else Condition.CURRENT
