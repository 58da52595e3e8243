"""Starting the bot as an operator does, directed to a Discord on this machine."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.kit.log_watch import WATCH
from tests.kit.remote import Remote
from tests.kit.waiting import until

ROOT = Path(__file__).resolve().parents[2]


async def begun(
    remote: Remote, folder: Path, url: str | None = None, hanging: str = ""
) -> asyncio.subprocess.Process:
    """The bot in a process of its own, in which something hangs (``tests.faults.directed``)."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.faults.directed",
        str(remote.discord.address),
        hanging,
        cwd=ROOT,
        env={
            **os.environ,
            "DISCORD_TOKEN": "a.token.of.three",
            "DATABASE_URL": url or f"sqlite+aiosqlite:///{folder / 'quintet.db'}",
            "LOG_LEVEL": "info",
        },
        stderr=asyncio.subprocess.PIPE,
    )


@asynccontextmanager
async def started(
    remote: Remote, folder: Path, url: str | None = None, hanging: str = ""
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The same bot, once it answers; killed at the end."""
    process = await begun(remote, folder, url, hanging)
    try:
        await ready(remote)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await said(process)


async def ready(remote: Remote) -> None:
    await until(lambda: any(each.outbox for each in remote.discord.gateway.sessions))
    await remote.told(remote.ada.slash(remote.channel_id, "matches"))


async def said(process: asyncio.subprocess.Process) -> str:
    """What it logs until it has ended, watched as all that is logged."""
    _, logged = await process.communicate()
    told = logged.decode()
    WATCH.write(told)
    return told
