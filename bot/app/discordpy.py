"""What is mended in discord.py, or asked of its inside; whatever makes a client imports this."""

import asyncio
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import structlog
from discord.errors import ConnectionClosed
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import HTTPClient

from bot.core.measures import RATE_LIMITS
from bot.screen.messenger.refusals import CONNECTION_LOST

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
"""It plays board games, so nobody need hear what discord.py lacks for speaking aloud."""


logger = structlog.get_logger(__name__)

RESUME_AFTER = 1.0
"""Seconds before Discord is asked for what it sent once more."""

_received = DiscordWebSocket.received_message


async def received_message(self: DiscordWebSocket, message: Any, /) -> None:
    """Take a frame. One that cannot be read is logged, and asked for again by resuming.

    An event whose number was noted before it failed would fail again, so it is passed over.
    """
    before = self.sequence
    try:
        await _received(self, message)
    except (ReconnectWebSocket, ConnectionClosed):
        raise
    except (ValueError, LookupError, TypeError, AttributeError, zlib.error) as error:
        passed_over = self.sequence != before
        logger.error(
            "frame not readable",
            shard=self.shard_id,
            error=type(error).__name__,
            passed_over=passed_over,
        )
        if not passed_over:
            await self.close()
            await asyncio.sleep(RESUME_AFTER)
            raise ReconnectWebSocket(self.shard_id) from None


DiscordWebSocket.received_message = received_message  # type: ignore[method-assign]


TOO_MANY_REQUESTS, SERVER_ERROR = 429, 500
GLOBAL_LIMIT = "X-RateLimit-Global"
LATER = 1.0
"""Seconds after the end of the global limit at which it has ended whatever happens."""


def watching_answers(http: Callable[[], HTTPClient]) -> aiohttp.TraceConfig:
    """What has the client of ``http`` count the answers that ask for patience, and mend two things.

    discord.py repeats a request that Discord has answered with a server error. So it may make a
    thread twice: this one request fails instead, and delivery looks whether the thread is there.

    While Discord takes nothing at all, discord.py holds everything back until the one request that
    was told so has slept. If that one is given up meanwhile, nothing would ever be let through.
    """
    trace = aiohttp.TraceConfig()

    async def look(
        session: aiohttp.ClientSession,  # noqa: ARG001 - the signature is aiohttp's
        context: SimpleNamespace,  # noqa: ARG001 - the same
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        answer = ended.response
        if answer.status == TOO_MANY_REQUESTS:
            RATE_LIMITS.inc()
            if GLOBAL_LIMIT in answer.headers:
                seconds = float(answer.headers.get("Retry-After", 0)) + LATER
                asyncio.get_running_loop().call_later(seconds, http()._global_over.set)
        makes_thread = ended.method == "POST" and ended.url.path.endswith("/threads")
        if makes_thread and answer.status >= SERVER_ERROR:
            answer.raise_for_status()

    trace.on_request_end.append(look)
    return trace


LOOKS, PAUSE = 60, 0.05
"""How often is looked for an answer, and the seconds between.

Together with the pause between two heartbeats less than makes one of them late.
"""


async def silent_shards(client: discord.AutoShardedClient) -> frozenset[int]:
    """The shards on whose connection nothing comes, though Discord was asked for an answer."""
    shards = client.shards
    answered = await asyncio.gather(*(_answers(each._parent.ws) for each in shards.values()))
    return frozenset(
        number for number, is_there in zip(shards, answered, strict=True) if not is_there
    )


async def _answers(socket: DiscordWebSocket) -> bool:
    kept, asked = socket._keep_alive, time.perf_counter()
    if kept is None:  # it is closed
        return False
    with suppress(discord.ConnectionClosed, *CONNECTION_LOST):
        await socket.send_heartbeat(kept.beat())
        for _ in range(LOOKS):
            if kept._last_recv >= asked:
                return True
            await asyncio.sleep(PAUSE)
    return False


def servers_of(client: discord.Client, shard_id: int) -> dict[int, discord.Guild]:
    """The servers of a shard that are known, by their numbers."""
    return {each.id: each for each in client.guilds if each.shard_id == shard_id}


def forget_removed(client: discord.Client, before: dict[int, discord.Guild]) -> None:
    """Forget those of the servers known ``before`` that a new session has not named.

    discord.py makes every server that is named anew, and keeps the others as they were.
    """
    for number, server in before.items():
        if client.get_guild(number) is server:
            client._connection._remove_guild(server)
