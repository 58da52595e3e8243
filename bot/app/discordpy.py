"""Patches of discord.py, and uses of its internals. Import it before making a client."""

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

from bot.core.measures import DISCORD_ERRORS, RATE_LIMITS
from bot.screen.messenger.channels import CONNECTION_LOST

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
"""Silence warnings about missing libraries for voice."""


logger = structlog.get_logger(__name__)

RESUME_AFTER = 1.0
"""Seconds before resuming the session, so that Discord resends events."""

_received = DiscordWebSocket.received_message


async def received_message(self: DiscordWebSocket, message: Any, /) -> None:
    """Handle a frame; log an unreadable one and resume, so that Discord sends it again.

    If its sequence number was stored before the failure, it would fail again and is skipped.
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
"""Seconds after the global rate limit when it is lifted in any case."""


def watching_answers(http: Callable[[], HTTPClient]) -> aiohttp.TraceConfig:
    """A trace that counts rate limits and errors of Discord, and works around two problems.

    ``http`` returns what makes the requests.

    discord.py retries after a server error, and so may open a thread twice. Here that request
    fails instead, and delivery checks whether the thread exists.

    After a global rate limit discord.py holds all requests until the limited one has slept. If
    that is cancelled meanwhile, nothing would release the others.
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
        if answer.status >= SERVER_ERROR:
            DISCORD_ERRORS.inc()
        makes_thread = ended.method == "POST" and ended.url.path.endswith("/threads")
        if makes_thread and answer.status >= SERVER_ERROR:
            answer.raise_for_status()

    async def unanswered(
        session: aiohttp.ClientSession,  # noqa: ARG001 - the signature is aiohttp's
        context: SimpleNamespace,  # noqa: ARG001 - the same
        ended: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        if not isinstance(ended.exception, asyncio.CancelledError):
            DISCORD_ERRORS.inc()

    trace.on_request_end.append(look)
    trace.on_request_exception.append(unanswered)
    return trace


async def session_starts(client: discord.Client) -> tuple[int, discord.SessionStartLimits]:
    """How many shards Discord recommends, and how many sessions may still start.

    Raises GatewayNotFound.
    """
    shards, _, limits = await client.http.get_bot_gateway()
    return shards, discord.SessionStartLimits(**limits)


LOOKS = 60
PAUSE = 0.05
"""How often an answer is checked for, and the seconds in between.

Together with the interval of heartbeats this is less than what makes a heartbeat late.
"""


async def silent_shards(client: discord.AutoShardedClient) -> frozenset[int]:
    """The shards whose connection does not answer a heartbeat."""
    shards = client.shards
    answered = await asyncio.gather(*(_answers(each._parent.ws) for each in shards.values()))
    return frozenset(
        number for number, is_there in zip(shards, answered, strict=True) if not is_there
    )


async def _answers(socket: DiscordWebSocket) -> bool:
    kept, asked = socket._keep_alive, time.perf_counter()
    if kept is None:  # closed
        return False
    with suppress(discord.ConnectionClosed, *CONNECTION_LOST):
        await socket.send_heartbeat(kept.beat())
        for _ in range(LOOKS):
            if kept._last_recv >= asked:
                return True
            await asyncio.sleep(PAUSE)
    return False


def forget_removed(client: discord.Client, before: dict[int, discord.Guild]) -> None:
    """Drop those servers cached ``before`` that a new session has not named.

    discord.py creates a new object for each named server, and keeps the old ones of the others.
    """
    for number, server in before.items():
        if client.get_guild(number) is server:
            client._connection._remove_guild(server)
