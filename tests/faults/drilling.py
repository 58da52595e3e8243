"""A bot that somebody watches, what goes wrong with it, and what its figures have said."""

import asyncio
import os
import re
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import aiohttp
import pytest
from aiohttp import web

from bot.app.daily_backups import DailyBackups
from bot.app.discordpy import watching_answers
from bot.app.observation import Observation
from bot.app.running import run_bot
from bot.app.settings import Settings, TokenError
from bot.app.supervision import Jobs
from bot.core import stuck
from bot.features.challenges import ChallengeService
from bot.features.timekeeping.storage import stop_timeouts
from data.errors import StorageError, UnreadableError
from data.ids import ChallengeId
from data.migrate import UnknownSchemaError
from data.shards import ALL, Shards
from renderer import PictureRequest
from tests.kit.databases import VARIABLE, lay_out, sqlite_url
from tests.kit.gateway import REVOKED
from tests.kit.loopback import Fault, Loopback
from tests.kit.prometheus import History
from tests.kit.remote import Remote, running
from tests.kit.scripted import PlainRenderer
from tests.kit.waiting import until

STEP = 15.0
"""Seconds between two scrapes, as the clock of the watch has it."""
OFTEN = 6


class Sluggish(Loopback):
    """A Discord that takes its time to hear that a command is acknowledged."""

    delay = 0.0

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if request.path.endswith("/callback"):
            await asyncio.sleep(self.delay)
        return await super().answer(request)


class Broken(PlainRenderer):
    """Draws no board that somebody alone looks at, and once told so none at all."""

    draws = True

    def still(self, request: PictureRequest) -> bytes:
        if request.strengths or not self.draws:
            raise ZeroDivisionError
        return super().still(request)


@dataclass
class Drill:
    """The bot, and what its figures have said; ``now`` is the clock of the watch."""

    remote: Remote
    discord: Sluggish
    drawer: Broken
    folder: Path
    port: int
    address: str
    ending: AsyncExitStack
    """Ends the bot, and whatever a fault has begun."""
    history: History = field(default_factory=History)
    now: float = field(default_factory=time.time)

    @property
    def file(self) -> Path:
        return self.folder / "quintet.db"

    @property
    def services(self) -> Any:
        return self.remote.client.services

    async def asked(self, path: str) -> str | None:
        """What the bot answers; None if it does not, or says no."""
        try:
            async with aiohttp.ClientSession() as session, session.get(self.address + path) as told:
                return await told.text() if told.ok else None
        except aiohttp.ClientConnectorError:
            return None

    async def scrape(self) -> None:
        self.now += STEP
        self.history.scrape(self.now, await self.asked("/metrics"))

    def failed_backups(self) -> float:
        """How many backups have failed since the first scrape."""
        (points,) = self.history.series["quintet_backups_failed_total"].values()
        return points[-1][1] - points[0][1]

    async def run(self, statement: str) -> None:
        """Run a statement behind the bot's back."""
        await self.services.database.write(lambda c: c.exec_driver_sql(statement).close())

    def ask_often(self, name: str = "challenge") -> list[Any]:
        """Let people use a command again and again."""
        remote = self.remote
        return [remote.ada.slash(remote.channel_id, name) for _ in range(OFTEN)]

    async def observe(self, jobs: Jobs, **given: Any) -> None:
        """Watch the bot with these jobs in place of its own."""
        observation = Observation(self.remote.client, jobs, **given)
        self.ending.push_async_callback(observation.close)
        self.ending.push_async_callback(jobs.finish)
        self.address = f"http://127.0.0.1:{await observation.start(0)}"
        await self.scrape()


@asynccontextmanager
async def drilled(
    folder: Path, backups: str | None = None, shards: Shards = ALL
) -> AsyncIterator[Drill]:
    """A bot that is watched while the block runs, and makes backups in this folder, if any."""
    await lay_out(folder / "quintet.db")
    discord = Sluggish()
    async with discord.serving(), AsyncExitStack() as ending:
        # kept, so that no other program gets the port before the bot
        kept = ending.enter_context(socket.socket())
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        port = kept.getsockname()[1]
        remote = Remote(discord)
        drawer = Broken()
        bot = running(
            remote,
            sqlite_url(folder / "quintet.db"),
            drawer,
            metrics_port=port,
            shards=shards,
            backup_folder=None if backups is None else folder / backups,
        )
        address = f"http://127.0.0.1:{port}"
        drill = Drill(remote, discord, drawer, folder, port, address, ending)
        await ending.enter_async_context(bot)
        await until(lambda: drill.asked("/ready"))
        for _ in range(2):
            await drill.scrape()
        yield drill


async def database_away(drill: Drill) -> None:
    drill.file.rename(drill.folder / "moved")


async def database_comes_and_goes(drill: Drill) -> None:
    for _ in range(3):
        drill.file.rename(drill.folder / "moved")
        await drill.scrape()
        (drill.folder / "moved").rename(drill.file)
        await drill.scrape()


async def database_slow(drill: Drill) -> None:
    """Another program keeps it for a second again and again."""
    drill.history = History()  # at its start the bot was quick
    await drill.scrape()
    with closing(sqlite3.connect(drill.file, isolation_level=None)) as other:
        for _ in range(3):
            other.execute("BEGIN IMMEDIATE")
            scraping = asyncio.create_task(drill.scrape())
            await asyncio.sleep(1)
            other.execute("COMMIT")
            await scraping


async def database_full(drill: Drill) -> None:
    await drill.run("PRAGMA max_page_count = 1")  # as many as there are, then
    with pytest.raises(StorageError, match="full"):
        await drill.run("CREATE TABLE more (page)")


async def database_damaged(drill: Drill) -> None:
    await drill.remote.begin()
    await drill.run("UPDATE challenges SET state = 'moon'")
    for _ in range(OFTEN + 1):
        with pytest.raises(UnreadableError):
            await drill.services[ChallengeService].get(ChallengeId(1))


async def schema_newer(drill: Drill) -> None:
    await drill.run("UPDATE alembic_version SET version_num = 'year_3000'")
    await drill.ending.aclose()
    with pytest.raises(UnknownSchemaError):
        await run_bot(Settings("token", sqlite_url(drill.file), metrics_port=drill.port))


async def token_revoked(drill: Drill) -> None:
    await drill.ending.aclose()
    program = asyncio.create_task(
        run_bot(Settings("a.token.of.three", sqlite_url(drill.file), metrics_port=drill.port))
    )
    await until(lambda: drill.asked("/ready"))
    await drill.discord.gateway.cut(REVOKED)
    with pytest.raises(TokenError, match="revoked"):
        await program


async def nobody_scrapes(drill: Drill) -> None:
    drill.history.series.clear()


async def starts_again_and_again(drill: Drill) -> None:
    """As it would be told: no test starts four programs for it."""
    text = await drill.asked("/metrics") or ""
    for number in range(4):
        started = f"process_start_time_seconds {number}"
        drill.now += STEP
        drill.history.scrape(
            drill.now, re.sub(r"^process_start_time_seconds .+", started, text, flags=re.M)
        )


async def little_memory(drill: Drill) -> None:
    limit = drill.folder / "memory.max"
    limit.write_text("1000000\n", encoding="ascii")
    await drill.observe(Jobs(), memory_limit=limit)


async def disconnected(drill: Drill) -> None:
    drill.discord.gateway.flowing.clear()
    drill.ending.callback(drill.discord.gateway.flowing.set)
    await drill.discord.gateway.cut()


async def discord_fails(drill: Drill) -> None:
    failing = Fault("POST", "/callback", 502, times=10**6)
    drill.discord.faults.append(failing)
    drill.ask_often()
    await until(lambda: failing.times <= 10**6 - OFTEN)


async def discord_limits(drill: Drill) -> None:
    """By answers to requests that count as the bot's."""
    drill.discord.faults.append(Fault("GET", "/limited", 429, times=10**6))
    trace = watching_answers(lambda: drill.remote.client.http)
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        for _ in range(400):
            async with session.get(f"{drill.discord.address}/api/limited"):
                pass


async def command_fails(drill: Drill) -> None:
    await drill.remote.begin()
    told = await asyncio.gather(*map(drill.remote.told, drill.ask_often("match")))
    assert all("Something went wrong on our side" in each for each in told)


async def command_failed_once(drill: Drill) -> None:
    await drill.remote.begin()
    await drill.remote.told(drill.remote.ada.slash(drill.remote.channel_id, "match"))


async def slow_answers(drill: Drill) -> None:
    drill.discord.delay = 2.2
    await asyncio.gather(*map(drill.remote.told, drill.ask_often("matches")))


async def boards_late(drill: Drill) -> None:
    drill.discord.faults.append(Fault("POST", "/messages", 429, times=10**6))
    drill.remote.ada.slash(drill.remote.channel_id, "challenge", game="apart")
    await until(lambda: drill.discord.faults[0].times < 10**6)
    await drill.run("UPDATE outbox SET created_at = '2026-01-01 00:00:00.000000'")


async def deadlines_late(drill: Drill) -> None:
    due = "'2026-01-01 00:00:00.000000'"
    await drill.run(f"INSERT INTO timers (kind, subject_id, due_at) VALUES ('deadline', 9, {due})")


async def message_put_aside(drill: Drill) -> None:
    drill.drawer.draws = False
    drill.remote.ada.slash(drill.remote.channel_id, "challenge", game="apart", clock="1d")
    drill.remote.ben.press(drill.remote.channel_id, await drill.remote.card(), "c:1:accept")

    async def is_put_aside() -> bool:
        _, messages = await drill.services.database.read(stuck.counts)
        return bool(messages)

    await until(is_put_aside)


async def timeouts_held(drill: Drill) -> None:
    await drill.services.database.write(stop_timeouts, drill.remote.client.now(), 7, 9)


async def job_fails(drill: Drill) -> None:
    async def tidy() -> NoReturn:
        raise ZeroDivisionError

    jobs = Jobs()
    jobs.start("tidy", tidy)
    await until(lambda: jobs.failing)
    await drill.observe(jobs)


async def job_fails_now_and_then(drill: Drill) -> None:
    jobs, ends = Jobs(), list[float]()

    async def tidy() -> NoReturn:
        jobs.succeeded("tidy")
        ends.append(drill.now)
        raise ZeroDivisionError

    jobs.start("tidy", tidy)
    await drill.observe(jobs)
    await until(lambda: len(ends) > OFTEN)
    jobs.succeeded("tidy")


def copy_by(program: str) -> Callable[[Drill], Awaitable[None]]:
    """Lets PostgreSQL be copied by a ``pg_dump`` that does this, a line of a shell."""

    async def fail(drill: Drill) -> None:
        dumper = drill.folder / "pg_dump"
        dumper.write_text(f"#!/bin/sh\n{program}\n")
        dumper.chmod(0o700)
        patch = pytest.MonkeyPatch()
        patch.setenv("PATH", str(drill.folder), prepend=os.pathsep)
        drill.ending.callback(patch.undo)
        folder, jobs = drill.folder / "copies", Jobs()
        given = Settings("", os.environ[VARIABLE], backup_folder=folder)
        done = partial(jobs.succeeded, "backups")
        backups = DailyBackups(given, drill.remote.client.now, done)
        await drill.observe(jobs, backups=folder)
        jobs.start("backups", backups.run, reports=True)
        await backup_fails(drill)
        assert jobs.failing == ("backups",), "also while it is tried again"

    return fail


async def backup_fails(drill: Drill) -> None:
    """As often as it is tried."""
    await until(lambda: drill.failed_backups() > 1 or drill.scrape())


async def backup_old(drill: Drill) -> None:
    copies = drill.folder / "copies"
    (copy,) = await until(lambda: copies.exists() and list(copies.glob("quintet-*.db")))
    then = time.time() - timedelta(days=2).total_seconds()
    os.utime(copy, (then, then))
