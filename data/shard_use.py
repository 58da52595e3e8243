"""One bot for each shard, where several work on one PostgreSQL server: locks that die with it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import URL

from data.addresses import is_file, read_address
from data.errors import OpeningError
from data.postgresql_driver import check_driver
from data.sentences import told_in_sentences
from data.shards import Shards

KIND = 5_737_352
"""The first number of these advisory locks; any, always the same. The second is the shard's."""
TIMEOUT = 10.0
"""Seconds to wait for the locks of a bot that has just died."""
PAUSE = 0.25


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
    # known only now: those who use SQLite need not have the driver
    from data.postgresql import connect

    with told_in_sentences(target):
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
    """Take the locks again whenever the connection that has them is lost."""
    from data.postgresql import let_go, until_lost

    while True:
        try:
            await until_lost(connection)
        finally:
            await let_go(connection)
        connection = await _taken_again(target, shards)


async def _taken_again(target: URL, shards: Shards) -> Any:
    from data.postgresql import LOST, connect, let_go

    while True:
        await asyncio.sleep(PAUSE)
        try:
            connection = await connect(target)
        except LOST:
            continue
        try:
            await _take(connection, shards)
        except (*LOST, OpeningError):  # somebody else has come meanwhile, and may go again
            await let_go(connection)
        else:
            return connection


async def _take(connection: Any, shards: Shards) -> None:
    missing = [_ALONE if shards.are_all else _AMONG_OTHERS]
    missing += [f"pg_try_advisory_lock({KIND}, {shard})" for shard in shards.ids]
    for _ in range(int(TIMEOUT / PAUSE)):
        missing = [lock for lock in missing if not await connection.fetchval(f"SELECT {lock}")]
        if not missing:
            return
        await asyncio.sleep(PAUSE)
    raise OpeningError(
        "Another bot on this database has these shards already. Stop it first, or give each bot "
        "its own with SHARDS, such as 0-3/16."
    )


_ALONE = f"pg_try_advisory_lock({KIND}, -1)"
_AMONG_OTHERS = f"pg_try_advisory_lock_shared({KIND}, -1)"
"""Whoever has all shards keeps out those who have some, whatever they count."""
