"""An HTTP server for monitoring: ``/metrics`` and the probes ``/live``, ``/ready``, ``/health``."""

from __future__ import annotations

import asyncio
import math
import platform
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

import discord
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Info, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import Connection

import bot.app.features  # noqa: F401 - features declare what kinds there are
from bot import VERSION
from bot.app.daily_backups import newest_copy_at
from bot.app.settings import THIS_MACHINE, SettingsError
from bot.app.supervision import Jobs
from bot.core import outbox, stuck, timers
from bot.core.faults import check_database
from bot.core.measures import REGISTRY
from bot.core.pictures import PictureService
from bot.features.timekeeping import storage as timekeeping
from bot.screen.interaction import PlayingClient
from data.errors import StorageError

TIMEOUT = 5.0
"""Time limit for an answer of the database, in seconds."""
GAUGES = {
    "database_up": "Whether the database answers.",
    "outbox_rows": "Messages that wait to be posted.",
    "outbox_age_seconds": "How long the oldest has waited.",
    "timers_overdue": "Timers that have run out.",
    "timers_overdue_seconds": "How long ago the first did.",
    "timeouts_held": "Players whose timeouts wait for an operator; there were too many at once.",
    "timers_put_aside": "Timers that failed and wait.",
    "outbox_put_aside": "Messages that failed and wait.",
    "gateway_ready": "Whether all shards are connected and Discord has told what there is.",
    "gateway_shards_connected": "Shards with a connection.",
    "gateway_latency_seconds": "Of a heartbeat, on average.",
    "servers": "Servers that the bot is in.",
    "pictures_waiting": "Pictures asked for and not drawn yet.",
    "jobs_failing": "Background jobs that have failed since their last success.",
    "last_backup_timestamp_seconds": "When the newest daily backup was made; 0 without one.",
    "memory_limit_bytes": "What a container of this process may use.",
}
"""The metrics that are read on request, without their prefix.

One that cannot be told is left out: those of the database while it is away, and those of what the
operator has not set.
"""
MEMORY_LIMIT = Path("/sys/fs/cgroup/memory.max")
Info("quintet_build", "The versions of the bot and of what it runs on.", registry=REGISTRY).info(
    {"version": VERSION, "python": platform.python_version(), "discordpy": discord.__version__}
)


async def open_port(
    runner: web.AppRunner, port: int, setting: str, host: str = THIS_MACHINE
) -> None:
    """Serve on the port from ``setting``; raises SettingsError if it cannot be opened."""
    try:
        await web.TCPSite(runner, host, port).start()
    except (OSError, OverflowError) as error:
        raise SettingsError(
            f"Port {port} cannot be opened; another program may have it. Let {setting} be a free "
            "one, from 1024 to 65535."
        ) from error


class Values(Collector):
    """Gauges of one request, by name without their prefix."""

    def __init__(self, values: Mapping[str, float]) -> None:
        self._values = values

    def collect(self) -> Iterator[Metric]:
        """The gauges that have a value."""
        for name, value in self._values.items():
            yield GaugeMetricFamily(f"quintet_{name}", GAUGES[name], value=value)


class Observation:
    """Serves metrics and probes while the bot runs.

    ``backups`` is the folder of daily backups, if they are made. ``memory_limit`` is the file in
    which Linux tells what a container may use.
    """

    def __init__(
        self,
        client: PlayingClient,
        jobs: Jobs,
        backups: Path | None = None,
        memory_limit: Path = MEMORY_LIMIT,
    ) -> None:
        self._client = client
        self._jobs = jobs
        self._backups = backups
        self._memory_limit = memory_limit
        application = web.Application()
        application.add_routes(
            [
                web.get("/metrics", self._metrics),
                web.get("/live", self._live),
                web.get("/ready", self._ready),
                web.get("/health", self._health),
            ]
        )
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)

    @property
    def addresses(self) -> list[tuple[str, int]]:
        """Host and port of each socket; empty before the start."""
        return [(host, port) for host, port in self._runner.addresses]

    async def start(self, port: int, host: str = THIS_MACHINE) -> int:
        """Open the port (0: any free one) of an address of this machine, and return its number.

        Raises SettingsError.
        """
        await self._runner.setup()
        await open_port(self._runner, port, "METRICS_PORT", host)
        return self.addresses[0][1]

    async def close(self) -> None:
        """Close the port."""
        await self._runner.cleanup()

    async def _metrics(self, _: web.Request) -> web.Response:
        values = self._seen() | await asyncio.to_thread(self._on_disk)
        try:
            values |= await self._backlog()
        except StorageError:
            values["database_up"] = 0
        registry = CollectorRegistry()
        registry.register(Values(values))
        told = generate_latest(registry) + generate_latest(REGISTRY)
        return web.Response(body=told, headers={"Content-Type": CONTENT_TYPE_LATEST})

    def _seen(self) -> dict[str, float]:
        """What the connection, the background jobs and the pictures are like."""
        client = self._client
        latency = {"gateway_latency_seconds": client.latency}
        return {
            **(latency if math.isfinite(client.latency) else {}),
            "gateway_ready": self._is_connected(),
            "gateway_shards_connected": sum(
                not shard.is_closed() for shard in client.shards.values()
            ),
            "servers": len(client.guilds),
            "pictures_waiting": client.services[PictureService].waiting,
            "jobs_failing": len(self._jobs.failing),
        }

    def _on_disk(self) -> dict[str, float]:
        """What the files of backups and of the container tell."""
        found: dict[str, float] = {}
        if self._backups is not None:
            found["last_backup_timestamp_seconds"] = newest_copy_at(self._backups)
        try:
            limit = self._memory_limit.read_text(encoding="ascii").strip()
        except OSError:
            limit = ""
        if limit.isdecimal():
            found["memory_limit_bytes"] = int(limit)
        return found

    def _is_connected(self) -> bool:
        client = self._client
        return client.is_ready() and not any(each.is_closed() for each in client.shards.values())

    async def _live(self, _: web.Request) -> web.Response:
        """The event loop turns, since it answers."""
        return web.json_response({"live": True})

    async def _ready(self, _: web.Request) -> web.Response:
        return _told("ready", await self._obstacles())

    async def _health(self, _: web.Request) -> web.Response:
        failing = [f"the job {name} has failed" for name in self._jobs.failing]
        return _told("healthy", [*await self._obstacles(), *failing])

    async def _obstacles(self) -> list[str]:
        """Why people are not served now."""
        troubles = [] if self._is_connected() else ["not connected to Discord"]
        try:
            await self._backlog()
        except StorageError:
            troubles.append("the database cannot be read")
        return troubles

    async def _backlog(self) -> dict[str, float]:
        database = self._client.services.database
        try:
            async with asyncio.timeout(TIMEOUT):
                await check_database(database)  # reads alone may succeed on a deleted file
                return await database.read(backlog, self._client.now())
        except TimeoutError as error:
            raise StorageError("no answer in time") from error


def _told(name: str, troubles: list[str]) -> web.Response:
    return web.json_response(
        {name: not troubles, "troubles": troubles}, status=503 if troubles else 200
    )


def backlog(connection: Connection, now: datetime) -> dict[str, float]:
    """The counts of waiting rows, and ages in seconds, by gauge; the database has answered."""
    waiting, oldest = outbox.backlog(connection)
    overdue, longest_due = timers.overdue(connection, now)
    timers_aside, messages_aside = stuck.counts(connection)
    stop = timekeeping.current_stop(connection)
    return {
        "database_up": 1,
        "outbox_rows": waiting,
        "outbox_age_seconds": _seconds(oldest, now),
        "timers_overdue": overdue,
        "timers_overdue_seconds": _seconds(longest_due, now),
        "timeouts_held": 0 if stop is None or stop.allowed else stop.due,
        "timers_put_aside": timers_aside,
        "outbox_put_aside": messages_aside,
    }


def _seconds(since: datetime | None, now: datetime) -> float:
    return 0.0 if since is None else max((now - since).total_seconds(), 0.0)
