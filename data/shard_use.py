"""Advisory locks that keep two bots on one PostgreSQL server from serving the same shard."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import URL

from data.addresses import is_file, read_address
from data.errors import OpeningError
from data.postgresql_driver import check_driver
from data.sentences import explain_errors
from data.shards import Shards

LOCK_CLASS = 5_737_352
"""The first number of these locks: any constant. The second is the shard's."""
TIMEOUT = 10.0
"""Seconds to wait for the locks, which a dead bot may still hold."""
RETRY_DELAY = 0.25


@asynccontextmanager
async def sole_shards(url: str, shards: Shards) -> AsyncIterator[None]:
    """Keep every other bot from these shards while the block runs, if the database is a server.

    Raises OpeningError if another bot has one of them.
    """
    target = read_address(url)
    if is_file(target):
        yield
        return
    check_driver()
    # imported here: users of SQLite need not have the driver
    from data.postgresql import connect

    with explain_errors(target):
        connection = await connect(target)
    holding = asyncio.create_task(_hold(connection, target, shards), name="hold the shards")
    try:
        await _take(connection, shards)
        yield
    finally:
        holding.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await holding


async def _hold(connection: Any, target: URL, shards: Shards) -> None:
    """Take the locks again whenever their connection is lost."""
    from data.postgresql import close_quietly, until_lost

    while True:
        try:
            await until_lost(connection)
        finally:
            await close_quietly(connection)
        connection = await _retake(target, shards)


async def _retake(target: URL, shards: Shards) -> Any:
    from data.postgresql import LOST, close_quietly, connect

    while True:
        await asyncio.sleep(RETRY_DELAY)
        try:
            connection = await connect(target)
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
    missing += [f"pg_try_advisory_lock({LOCK_CLASS}, {shard})" for shard in shards.ids]
    for _ in range(int(TIMEOUT / RETRY_DELAY)):
        missing = [lock for lock in missing if not await connection.fetchval(f"SELECT {lock}")]
        if not missing:
            return
        await asyncio.sleep(RETRY_DELAY)
    raise OpeningError(
        "Another bot on this database has these shards already. Stop it first, or give each bot "
        "its own with SHARDS, such as 0-3/16."
    )


_ALONE = f"pg_try_advisory_lock({LOCK_CLASS}, -1)"
_AMONG_OTHERS = f"pg_try_advisory_lock_shared({LOCK_CLASS}, -1)"
"""A bot with all shards excludes bots with some, whatever their shard count."""
