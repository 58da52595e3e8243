"""Starting the bot as an operator does, directed to a Discord on this machine."""

import asyncio
import os
import sys
from pathlib import Path

from tests.kit.log_watch import WATCH
from tests.kit.remote import Remote

ROOT = Path(__file__).resolve().parents[2]


async def begun(
    remote: Remote, folder: Path, url: str | None = None, hanging: str = ""
) -> asyncio.subprocess.Process:
    """The bot in a process of its own, in which something hangs (``tests.faults.directed``).

    It goes by the clock in the folder (``tests.chaos.machine``).
    """
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.faults.directed",
        str(remote.discord.address),
        hanging,
        str(folder),
        cwd=ROOT,
        env={
            **os.environ,
            "DISCORD_TOKEN": "a.token.of.three",
            "DATABASE_URL": url or f"sqlite+aiosqlite:///{folder / 'quintet.db'}",
            "LOG_LEVEL": "info",
        },
        stderr=asyncio.subprocess.PIPE,
    )


async def said(process: asyncio.subprocess.Process) -> str:
    """What it logs until it has ended, watched as all that is logged."""
    _, logged = await process.communicate()
    told = logged.decode()
    WATCH.write(told)
    return told
