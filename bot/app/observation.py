"""A local HTTP server for monitoring: ``/metrics`` and ``/health``."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping
from datetime import datetime

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from sqlalchemy import Connection

from bot.app.settings import SettingsError
from bot.app.supervision import Jobs
from bot.core import outbox, stuck, timers
from bot.core.measures import REGISTRY
from bot.core.pictures import PictureService
from bot.screen.interaction import PlayingClient
from data.errors import StorageError

HOST = "127.0.0.1"
TIMEOUT = 5.0
"""Time limit for an answer of the database, in seconds."""


async def open_port(runner: web.AppRunner, port: int, setting: str) -> None:
    """Serve on the port from ``setting``; raises SettingsError if it cannot be opened."""
    try:
        await web.TCPSite(runner, HOST, port).start()
    except (OSError, OverflowError) as error:
        raise SettingsError(
            f"Port {port} cannot be opened; another program may have it. Let {setting} be a free "
            "one, from 1024 to 65535."
        ) from error


class Observation:
    """Serves metrics and health while the bot runs."""

    def __init__(self, client: PlayingClient, jobs: Jobs) -> None:
        self._client = client
        self._jobs = jobs
        self._gauges = Gauges()
        application = web.Application()
        application.add_routes(
            [web.get("/metrics", self._metrics), web.get("/health", self._health)]
        )
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)

    @property
    def addresses(self) -> list[tuple[str, int]]:
        """Host and port of each socket; empty before the start."""
        return [(host, port) for host, port in self._runner.addresses]

    async def start(self, port: int) -> int:
        """Open the port (0: any free one) and return its number. Raises SettingsError."""
        await self._runner.setup()
        await open_port(self._runner, port, "METRICS_PORT")
        return self.addresses[0][1]

    async def close(self) -> None:
        """Close the port."""
        await self._runner.cleanup()

    async def _metrics(self, _: web.Request) -> web.Response:
        self._gauges.look(self._client, self._jobs)
        try:
            self._gauges.set_backlog(await self._backlog())
        except StorageError:
            self._gauges.database.set(0)
        told = generate_latest(self._gauges.registry) + generate_latest(REGISTRY)
        return web.Response(body=told, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _health(self, _: web.Request) -> web.Response:
        troubles = []
        if not self._client.is_ready():
            troubles.append("not connected to Discord")
        troubles += [f"the job {name} has failed" for name in self._jobs.failing]
        try:
            await self._backlog()
        except StorageError:
            troubles.append("the database cannot be read")
        return web.json_response(
            {"healthy": not troubles, "troubles": troubles}, status=503 if troubles else 200
        )

    async def _backlog(self) -> Backlog:
        reading = self._client.services.database.read(_backlog, self._client.now())
        try:
            async with asyncio.timeout(TIMEOUT):
                return await reading
        except TimeoutError as error:
            raise StorageError("no answer in time") from error


Backlog = Mapping[str, float]
"""Counts of waiting rows, and ages in seconds."""


def _backlog(connection: Connection, now: datetime) -> Backlog:
    waiting, oldest = outbox.backlog(connection)
    overdue, longest_due = timers.overdue(connection, now)
    timers_aside, messages_aside = stuck.counts(connection)
    return {
        "timers_aside": timers_aside,
        "outbox_aside": messages_aside,
        "outbox_rows": waiting,
        "outbox_age": _seconds(oldest, now),
        "timers_overdue": overdue,
        "timers_age": _seconds(longest_due, now),
    }


def _seconds(since: datetime | None, now: datetime) -> float:
    return 0.0 if since is None else max((now - since).total_seconds(), 0.0)


class Gauges:
    """Metrics that are read on request."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.database = self._gauge("database_up", "Whether the database answers.")
        self._backlog = {
            "outbox_rows": self._gauge("outbox_rows", "Messages that wait to be posted."),
            "outbox_age": self._gauge("outbox_age_seconds", "How long the oldest has waited."),
            "timers_overdue": self._gauge("timers_overdue", "Timers that have run out."),
            "timers_age": self._gauge("timers_overdue_seconds", "How long ago the first did."),
        }
        self._backlog |= {
            "timers_aside": self._gauge("timers_put_aside", "Timers that failed and wait."),
            "outbox_aside": self._gauge("outbox_put_aside", "Messages that failed and wait."),
        }
        self._ready = self._gauge("gateway_ready", "Whether Discord has told what there is.")
        self._shards = self._gauge("gateway_shards_connected", "Shards with a connection.")
        self._latency = self._gauge("gateway_latency_seconds", "Of a heartbeat, on average.")
        self._servers = self._gauge("servers", "Servers that the bot is in.")
        self._drawing = self._gauge("pictures_waiting", "Pictures asked for and not drawn yet.")
        self._failing = self._gauge("jobs_failing", "Background jobs that wait to begin again.")

    def _gauge(self, name: str, says: str) -> Gauge:
        return Gauge(f"quintet_{name}", says, registry=self.registry)

    def set_backlog(self, backlog: Backlog) -> None:
        """Set the backlog; the database has answered."""
        self.database.set(1)
        for name, gauge in self._backlog.items():
            gauge.set(backlog[name])

    def look(self, client: PlayingClient, jobs: Jobs) -> None:
        """Read connection, background jobs and waiting pictures."""
        latency = client.latency
        self._ready.set(client.is_ready())
        self._shards.set(sum(not shard.is_closed() for shard in client.shards.values()))
        self._latency.set(latency if math.isfinite(latency) else 0.0)
        self._servers.set(len(client.guilds))
        self._failing.set(len(jobs.failing))
        self._drawing.set(client.services[PictureService].waiting)
