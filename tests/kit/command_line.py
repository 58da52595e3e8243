"""The program as an operator starts it: in a process of its own, or quicker in that of the test."""

import asyncio
import io
import os
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from unittest.mock import patch

from bot import __main__ as program
from bot.app.logging_setup import configure_logs
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
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        cwd=folder,
        env={**_kept(), "PYTHONPATH": str(ROOT), **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def run(folder: Path, *arguments: str, **settings: str) -> Ended:
    process = await start(folder, *arguments, **settings)
    out, err = await process.communicate()
    WATCH.write(err.decode())
    return Ended(process.returncode or 0, out.decode(), err.decode())


async def run_here(folder: Path, *arguments: str, typed: str = "", **settings: str) -> Ended:
    """The same without a process, which would import everything anew; one at a time.

    ``typed`` is what the operator types, who else is not there.
    """
    out, err = io.StringIO(), io.StringIO()
    with (
        chdir(folder),
        patch.dict(os.environ, {**_kept(), **settings}, clear=True),
        patch.object(program, "configure_logs", partial(configure_logs, stream=err)),
        patch.object(sys, "stdin", io.StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            code = await asyncio.to_thread(program.main, arguments)
        except SystemExit as refused:  # what cannot be read of the command line
            code = int(refused.code or 0)
        finally:
            WATCH.begin()
    WATCH.write(err.getvalue())
    return Ended(code, out.getvalue(), err.getvalue())


def _kept() -> dict[str, str]:
    """What the program is told of the tests' own environment."""
    return {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
