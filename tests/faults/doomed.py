"""Programs in processes of their own, which are killed; their parent looks what is left."""

import asyncio
import multiprocessing
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection as Pipe
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeAlias

from bot.app.logging_setup import configure_logs
from tests.kit.club import Club
from tests.kit.log_watch import WATCH

LOG = "log.txt"
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__, "tests.faults.competing"])
"""So that importing takes its time once."""
Tell: TypeAlias = Callable[[str], None]
"""Lets the parent know something."""
Program: TypeAlias = Callable[[Path, str, Tell], Coroutine[Any, Any, None]]


@contextmanager
def running(program: Program, folder: Path, given: str = "") -> Iterator[tuple[BaseProcess, Pipe]]:
    """The program in a process of its own, and what it tells; it is dead at the end."""
    ours, its = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=run, args=(program, folder, given, its))
    process.start()
    its.close()
    try:
        yield process, ours
    finally:
        process.kill()
        process.join()
        ours.close()
        WATCH.read_files(folder / LOG)


def run(program: Program, folder: Path, given: str, parent: Pipe) -> None:
    """Run a program, which logs into a file."""
    with (folder / LOG).open("a", encoding="utf-8") as log:
        configure_logs("debug", log)
        asyncio.run(program(folder, given, parent.send))


async def play(folder: Path, _: str, tell: Tell) -> None:
    """Play one match after the other, saying each ply once it is stored."""
    club = await Club.open(folder / "club.db")
    while True:
        match = await club.start(game="detach", variant="hexhex5")
        while match.to_move_player is not None:
            match = await club.play(match)
            tell(f"{match.id} {match.ply}")
