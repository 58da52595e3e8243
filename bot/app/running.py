"""``quintet run``: running the bot until a signal stops it."""

import asyncio
import contextlib
import ctypes
import gc
import os
import signal
import threading
from collections.abc import Iterator
from datetime import timedelta

import aiohttp
import discord
import structlog

from bot.app.client import Quintet
from bot.app.sessions import ConnectingError
from bot.app.settings import Settings, TokenError
from data.errors import StorageError
from data.migrate import UnknownSchemaError
from data.operating import open_patiently, sole_shards
from data.sqlite_file import sole_use

logger = structlog.get_logger(__name__)

SIGNALS = (signal.SIGTERM, signal.SIGINT)
LIMIT = 14.0
"""Seconds after the first signal when the process is killed if it still runs."""
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""``M_TRIM_THRESHOLD``, ``M_MMAP_THRESHOLD`` and ``M_ARENA_MAX`` in glibc's ``malloc.h``."""
_LARGE = 512 << 10
"""Allocations of this size, in bytes, are mapped separately and returned when freed."""
_FREE = 8 << 20
"""How many bytes may stay free at the arena's end, for the next picture."""
PAUSE = timedelta(seconds=5)
"""Interval of trimming, which takes three milliseconds in a thread of its own."""
SCHEMA_PAUSE = timedelta(minutes=1)
"""Interval of checking whether another program has migrated the database."""
TOKEN_REVOKED = 4004
"""The code with which Discord then closes the connection."""
NOT_GLIBC = (OSError, AttributeError, TypeError)


def use_one_arena() -> None:
    """Make all threads share one arena, and map large allocations, with glibc only.

    By default each thread has an arena, and those that draw pictures keep a hundred megabytes.

    Call it at the start, since threads keep their arenas. Threads hardly contend for the arena, as
    they hold Python's lock during most allocations.
    """
    with contextlib.suppress(*NOT_GLIBC):
        library = ctypes.CDLL(None)
        library.mallopt(_ARENA_MAX, 1)
        library.mallopt(_MMAP_THRESHOLD, _LARGE)
        library.mallopt(_TRIM_THRESHOLD, _FREE)


def give_back() -> None:
    """Return free memory to the system, with glibc only."""
    with contextlib.suppress(*NOT_GLIBC):
        ctypes.CDLL(None).malloc_trim(0)


async def keep_small(client: discord.Client, pause: timedelta = PAUSE) -> None:
    """Return free memory regularly, once the client is ready.

    Objects that exist by then are exempted from garbage collection.
    """
    await client.wait_until_ready()
    gc.collect()
    gc.freeze()
    while True:
        await asyncio.to_thread(give_back)
        await asyncio.sleep(pause.total_seconds())


async def until_outdated(client: Quintet) -> None:
    """Wait until another version has migrated the database; raises UnknownSchemaError then."""
    while True:
        await asyncio.sleep(SCHEMA_PAUSE.total_seconds())
        try:
            await client.check_schema()
        except UnknownSchemaError:
            raise
        except StorageError:
            continue  # it comes back, or something else reports it


async def run_until_stopped(client: Quintet, token: str) -> None:
    """Run the bot until a signal stops it; raises errors of starting.

    The first signal stops it in order, within LIMIT. The second ends the process at once. It also
    stops in order, with UnknownSchemaError, once another version has migrated the database.
    """
    with _listening() as stopping:
        running = asyncio.create_task(client.start(token), name="run")
        sparing = asyncio.create_task(keep_small(client), name="keep memory small")
        stopped = asyncio.create_task(stopping.wait(), name="wait for a signal")
        outdated = asyncio.create_task(until_outdated(client), name="check the schema")
        await asyncio.wait({running, stopped, outdated}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        sparing.cancel()
        if not running.done():
            logger.info("stopping")
            if outdated.done():
                _limit_stopping()
            await _stop(client, running)
        with contextlib.suppress(asyncio.CancelledError):
            await running
    logger.info("stopped")
    if outdated.done():
        await outdated
    outdated.cancel()


async def _stop(client: Quintet, running: asyncio.Task[None]) -> None:
    """Cancel a running start, which would fail on a closed client; then stop the client."""
    if not client.has_begun and not client.is_closed():
        running.cancel()
        await asyncio.wait({running})
    await client.stop()
    running.cancel()


def _limit_stopping() -> None:
    """Let the process end after LIMIT in any case."""
    giving_up = threading.Timer(LIMIT, _give_up)
    giving_up.daemon = True  # does not keep the process running
    giving_up.start()


def _give_up() -> None:
    """End the process at once; running transactions are rolled back."""
    logger.warning("stopping took too long", seconds=LIMIT)
    os._exit(1)


@contextlib.contextmanager
def _listening() -> Iterator[asyncio.Event]:
    """An event that the first signal sets; later signals have their default effect."""
    loop, heard = asyncio.get_running_loop(), asyncio.Event()

    def hear() -> None:
        heard.set()
        _limit_stopping()
        for each in SIGNALS:
            loop.remove_signal_handler(each)

    with contextlib.suppress(NotImplementedError):  # on Windows
        for each in SIGNALS:
            loop.add_signal_handler(each, hear)
    try:
        yield heard
    finally:
        with contextlib.suppress(NotImplementedError):
            for each in SIGNALS:
                loop.remove_signal_handler(each)


async def run_bot(settings: Settings) -> None:
    """Run until a signal ends it.

    Raises SettingsError without a token, or with one that Discord does not accept, StorageError
    for a database that cannot be used, that another bot uses or that another version has migrated,
    and ConnectingError.
    """
    token = settings.require_token()
    use_one_arena()
    with sole_use(settings.database_url):
        async with (
            sole_shards(settings.database_url, settings.shards),
            Quintet(settings) as client,
        ):
            # fails early, before connecting to Discord, and migrates only what is this bot's
            await (await open_patiently(settings.database_url)).close()
            try:
                await run_until_stopped(client, token)
            except discord.LoginFailure as error:
                raise TokenError(
                    "Discord does not accept the token. Reset it and copy it again."
                ) from error
            except discord.ConnectionClosed as error:
                if error.code != TOKEN_REVOKED:
                    raise
                raise TokenError(
                    "Discord has revoked the token. Reset it and copy it again."
                ) from error
            except aiohttp.ClientError as error:
                raise ConnectingError(
                    f"Discord cannot be reached ({error}). Check the network."
                ) from error
            except (discord.HTTPException, discord.GatewayNotFound) as error:
                answer = getattr(error, "status", "without an address")
                raise ConnectingError(
                    f"Discord is in trouble (it answered {answer}). Try again."
                ) from error
