"""Advisory locks on a PostgreSQL server, by which several bots share the shards of one token.

A lock belongs to a connection: the server releases it when the process ends.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

from sqlalchemy import URL

from data.addresses import server_error
from data.errors import OpeningError
from data.postgresql import LOST, cancelled, close_quietly, connect, until_lost
from data.shards import Shards

SHARD_CLASS = 5_737_352
"""The first number of the locks of shards: any constant. The second is the shard's."""
COUNT_CLASS = 5_737_353
"""The same for the lock of a shard count, which is the second number."""
IDENTIFY_CLASS = 5_737_354
"""The same for the lock of a bucket, whose shards identify one after another."""
TIMEOUT = 10.0
"""Seconds to wait for the locks, which a dead bot may still hold."""
DELAY = 0.25
_ALONE = f"pg_try_advisory_lock({SHARD_CLASS}, -1)"
_AMONG_OTHERS = f"pg_try_advisory_lock_shared({SHARD_CLASS}, -1)"
"""A bot with all shards excludes bots with some, whatever their shard count."""
_ONE_AT_A_TIME = f"SELECT pg_advisory_xact_lock({COUNT_CLASS}, 0)"
_OTHER_COUNT = f"""
SELECT objid::int FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
WHERE datname = current_database() AND locktype = 'advisory'
AND classid = {COUNT_CLASS} AND objid NOT IN (0, $1) LIMIT 1
"""


@contextlib.asynccontextmanager
async def holding(url: URL, shards: Shards) -> AsyncIterator[None]:
    """Hold the locks of these shards.

    Raises OpeningError if another bot has one of them or counts another number of shards.
    """
    with _explained(url):
        connection = await connect(url, shards)
    keeping = asyncio.create_task(_keep(connection, url, shards), name="hold the shards")
    try:
        with _explained(url):
            await _take(connection, shards)
        yield
    finally:
        await cancelled(keeping)


@contextlib.asynccontextmanager
async def identifying(
    url: URL, shards: Shards, bucket: int, patience: float
) -> AsyncIterator[None]:
    """Hold the lock of a bucket of IDENTIFY while the block runs.

    Raises TimeoutError if others hold it for ``patience`` seconds, and OpeningError if the server
    cannot be asked.
    """
    lock = f"SELECT pg_advisory_lock({IDENTIFY_CLASS}, {bucket})"
    with _explained(url):
        connection = await connect(url, shards)
    try:
        async with asyncio.timeout(patience):
            with _explained(url):
                await connection.execute(lock, timeout=2 * patience)
        yield
    finally:
        await close_quietly(connection)


@contextlib.contextmanager
def _explained(url: URL) -> Iterator[None]:
    try:
        yield
    except LOST as error:
        raise server_error(error, url) from error


async def _keep(connection: Any, url: URL, shards: Shards) -> None:
    """Take the locks again whenever their connection is lost."""
    while True:
        try:
            await until_lost(connection)
        finally:
            await close_quietly(connection)
        connection = await _retake(url, shards)


async def _retake(url: URL, shards: Shards) -> Any:
    while True:
        await asyncio.sleep(DELAY)
        try:
            connection = await connect(url, shards)
        except LOST:
            continue
        try:
            await _take(connection, shards)
        except (*LOST, OpeningError):  # another bot has them now, and may release them
            await close_quietly(connection)
        else:
            return connection


async def _take(connection: Any, shards: Shards) -> None:
    missing = [_ALONE if shards.are_all else _AMONG_OTHERS]
    missing += [f"pg_try_advisory_lock({SHARD_CLASS}, {shard})" for shard in shards.ids]
    is_counted, other = shards.are_all, None
    for _ in range(int(TIMEOUT / DELAY)):
        missing = [lock for lock in missing if not await connection.fetchval(f"SELECT {lock}")]
        if not is_counted:
            other = await _take_count(connection, shards.count)
            is_counted = other is None
        if is_counted and not missing:
            return
        await asyncio.sleep(DELAY)
    if other is not None:
        raise OpeningError(
            f"SHARDS counts {shards.count} shards, and another bot on this database counts "
            f"{other}. Write the same number behind each /, or stop the other bot first."
        )
    raise OpeningError(
        "Another bot on this database has these shards already. Stop it first, or give each bot "
        "its own with SHARDS, such as 0-3/16."
    )


async def _take_count(connection: Any, count: int) -> int | None:
    """Take the lock of a count of shards; returns another count that somebody holds instead."""
    async with connection.transaction():
        await connection.execute(_ONE_AT_A_TIME)
        other: int | None = await connection.fetchval(_OTHER_COUNT, count)
        if other is None:
            await connection.execute(f"SELECT pg_advisory_lock_shared({COUNT_CLASS}, {count})")
        return other
