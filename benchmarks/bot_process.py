"""Starting, asking and stopping the bot's process."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from benchmarks.usage import Usage

ROOT = Path(__file__).resolve().parent.parent
LONGEST_LINE = 1 << 20


class BotProcess:
    """One run of the bot."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, address: str, database_url: str, folder: Path) -> BotProcess:
        """Run the bot in ``folder``, where it finds no settings of anybody's."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "DATABASE_URL": database_url,
            "DISCORD_TOKEN": "a.token.of.three",
            "LOG_LEVEL": "warning",
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.counted_bot", address),
            stdin=PIPE,
            stdout=PIPE,
            limit=LONGEST_LINE,
            env=environment,
            cwd=folder,
        )
        return cls(process)

    @property
    def number(self) -> int:
        """The process's number, for a profiler."""
        return self._process.pid

    async def usage(self) -> Usage:
        """What it has used so far; raises RuntimeError if it has ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"\n")
        line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError("the bot has stopped")
        return Usage.from_json(line.decode())

    async def kill(self) -> None:
        """End it at once, as a crash would."""
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
