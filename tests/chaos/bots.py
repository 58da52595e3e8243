"""Bots in processes of their own, which are killed and begun again."""

import asyncio
import multiprocessing
import os
import sqlite3
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any

import structlog
from discord.state import AutoShardedConnectionState
from sqlalchemy import Connection

import bot.__main__ as program
from bot.app import running
from bot.app.client import Quintet
from bot.core import delivery
from bot.features.timekeeping import Heart
from bot.screen.messenger import channels, messenger
from data.errors import StorageError
from tests.chaos.machine import now
from tests.faults.directed import direct
from tests.kit.scripted import PlainRenderer

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__])  # so that importing takes its time once

FIRST_PAUSE, LONGEST_PAUSE = timedelta(milliseconds=200), timedelta(seconds=5)
"""Delivery's pauses, which last up to ten minutes else."""
HEART = Heart(timedelta(seconds=0.25), timedelta(seconds=1))
"""What misses a bot that is killed, which is back within seconds."""
SPARE = 100_000
"""Pages that a disk with room has."""


@dataclass
class Bot:
    """One place for a bot: the shards it serves, and its present process if it has one."""

    address: str
    settings: Mapping[str, str]
    folder: Path
    hurried: bool = True
    """Whether it beats and tries again sooner than it does in life, and draws next to nothing."""
    runs: int = 0
    changing: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)
    """Held by whoever ends a process and begins the next one, so that there is never a second."""
    begun: list[Any] = field(default_factory=list, repr=False)
    """Every process there has been."""
    _process: Any = None
    _orders: Pipe | None = field(default=None, repr=False)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.is_alive()

    @property
    def has_ended(self) -> bool:
        return self._process is not None and not self._process.is_alive()

    def start(self) -> None:
        self.runs += 1
        ours, its = PROCESSES.Pipe()
        given = (self.address, dict(self.settings), self.folder, its, self.hurried)
        self._process = PROCESSES.Process(target=run, args=given)
        self._process.start()
        self.begun.append(self._process)
        its.close()
        self._orders = ours

    async def kill(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        await asyncio.to_thread(self._process.join)
        if self._orders is not None:
            self._orders.close()
        self._process = self._orders = None

    def fill_disk(self, seconds: float) -> None:
        """Let the database find no room for so long."""
        with suppress(OSError):
            if self._orders is not None:
                self._orders.send(seconds)


def hold_lock(path: Path, seconds: float) -> None:
    """Hold the database as another program would that is then killed: it tidies nothing up."""
    other = sqlite3.connect(path, timeout=0.2, isolation_level=None)
    with suppress(sqlite3.OperationalError):
        other.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
    os._exit(0)


def run(address: str, settings: dict[str, str], folder: Path, orders: Pipe, hurried: bool) -> None:
    """The unchanged program, logging into a file, with the machine's clock, which may be wrong."""
    os.chdir(folder)
    os.environ.update(settings)
    log = os.open(folder / "bots.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    replaced: Any = running
    given: dict[str, Any] = {"now": partial(now, folder)}
    if hurried:
        _hurry()
        given["heart"] = HEART
    replaced.Quintet = partial(Quintet, **given)
    _obey(orders)
    direct(address)
    program.main(["run"])


def _hurry() -> None:
    """Make pauses short and pictures simple, so that seconds show what hours would."""
    delivery.FIRST_DELAY, delivery.LONGEST_DELAY = FIRST_PAUSE, LONGEST_PAUSE
    channels.DIRECT_PAUSE = messenger.DIRECT_PAUSE = LONGEST_PAUSE
    replaced: Any = running
    replaced.Renderer = PlainRenderer
    _do_not_wait_for_servers()


def _do_not_wait_for_servers() -> None:
    begin = AutoShardedConnectionState.__init__

    def begin_soon(self: Any, *given: Any, **options: Any) -> None:
        begin(self, *given, **options)
        self.guild_ready_timeout = 0.05

    AutoShardedConnectionState.__init__ = begin_soon  # type: ignore[method-assign]


def _obey(orders: Pipe) -> None:
    prepare = Quintet._prepare

    async def prepare_and_listen(self: Quintet) -> None:
        await prepare(self)
        loop = asyncio.get_running_loop()

        def listen() -> None:
            with suppress(EOFError, OSError):
                while True:
                    asyncio.run_coroutine_threadsafe(_fill(self, orders.recv()), loop)

        threading.Thread(target=listen, daemon=True).start()

    Quintet._prepare = prepare_and_listen  # type: ignore[method-assign]


async def _fill(client: Quintet, seconds: float) -> None:
    database = client.services.database
    for spare, pause in ((0, seconds), (SPARE, 0.0)):
        with suppress(StorageError):
            await database.write(_leave_room, spare)
        await asyncio.sleep(pause)
    structlog.get_logger("tests").info("disk was full", seconds=round(seconds, 1))


def _leave_room(connection: Connection, spare: int) -> None:
    pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + spare}")
