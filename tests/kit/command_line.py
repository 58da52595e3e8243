"""The program as an operator starts it: in a process of its own."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.kit.log_watch import WATCH

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Ended:
    """How the program ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        return self.out + self.err


async def start(folder: Path, *arguments: str, **settings: str) -> asyncio.subprocess.Process:
    """The program, begun in ``folder`` with these settings and no others."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def run(folder: Path, *arguments: str, **settings: str) -> Ended:
    """How the program ended."""
    process = await start(folder, *arguments, **settings)
    out, err = await process.communicate()
    WATCH.write(err.decode())
    return Ended(process.returncode or 0, out.decode(), err.decode())
