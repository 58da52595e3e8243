"""What is done about Discord's answers before discord.py sees them."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp
from discord.http import HTTPClient

from bot.measures import RATE_LIMITS

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
                _end_global_limit(http(), float(answer.headers.get("Retry-After", 0)) + LATER)
        makes_thread = ended.method == "POST" and ended.url.path.endswith("/threads")
        if makes_thread and answer.status >= SERVER_ERROR:
            answer.raise_for_status()

    trace.on_request_end.append(look)
    return trace


def _end_global_limit(http: HTTPClient, seconds: float) -> None:
    asyncio.get_running_loop().call_later(seconds, http._global_over.set)
