"""Starting sessions with Discord: not more than it allows, and one after another.

Discord counts each IDENTIFY of a shard. It resets the token of a bot that sends too many a day.
Shards belong to buckets, by their number modulo ``max_concurrency``; those of one bucket identify
five seconds apart.
"""

import asyncio
import os
from contextlib import AsyncExitStack
from datetime import datetime, timedelta

import discord
import structlog

from data.operating import sole_identify
from data.shards import Shards

logger = structlog.get_logger(__name__)

SPACING = 5.5
"""Seconds between two identifies of a bucket: Discord's five, and some for the way there."""
PATIENCE = 45.0
"""Seconds to wait for a turn. discord.py gives up a connection that waits for a minute."""


class ConnectingError(Exception):
    """Discord cannot be reached, or lets nobody in; the message tells operators what to do."""

    exit_code = os.EX_TEMPFAIL


def told(limits: discord.SessionStartLimits, now: datetime) -> str:
    """How many sessions may still start, and until when, for operators."""
    until = now + timedelta(milliseconds=limits.reset_after)
    return f"{limits.remaining} of {limits.total} remain until {until:%Y-%m-%d %H:%M} UTC"


def check_starts(limits: discord.SessionStartLimits, shards: int, now: datetime) -> None:
    """Log how many sessions may still start; raises ConnectingError if ``shards`` are more."""
    logger.info("session starts", told=told(limits, now), at_once=limits.max_concurrency)
    if shards > limits.remaining:
        raise ConnectingError(
            f"Discord counts how often a bot connects: {told(limits, now)}, and this start needs "
            f"{shards}. Start it after that; going on would make Discord reset the token."
        )


class Turns:
    """Turns to identify, among all processes on one PostgreSQL server."""

    def __init__(self, database_url: str, shards: Shards) -> None:
        self._url, self._shards = database_url, shards
        self._waiting: set[asyncio.Task[None]] = set()
        self.buckets = 1
        """How many shards may identify at once, by Discord's ``max_concurrency``."""

    async def take(self, shard: int) -> None:
        """Wait for the shard's turn, which is now; the next one in its bucket waits for SPACING.

        Raises TimeoutError after PATIENCE, and StorageError if the server cannot be asked.
        """
        async with AsyncExitStack() as stack:
            bucket = shard % self.buckets
            turn = sole_identify(self._url, self._shards, bucket, PATIENCE)
            await stack.enter_async_context(turn)
            passing = asyncio.create_task(_pass(stack.pop_all()), name="identify")
            self._waiting.add(passing)
            passing.add_done_callback(self._waiting.discard)
            await asyncio.sleep(0)  # begun, it gives the turn back however it ends

    async def close(self) -> None:
        """Leave the turns to others."""
        for passing in self._waiting:
            passing.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)


async def _pass(turn: AsyncExitStack) -> None:
    async with turn:
        await asyncio.sleep(SPACING)
