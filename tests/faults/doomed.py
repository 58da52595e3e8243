"""A program that plays, or posts what is due, until it is killed; its parent looks what is left."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Awaitable, Callable, Coroutine
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, TypeAlias

from bot.app.logging_setup import configure_logs
from tests.kit.club import BEN, Club
from tests.kit.due import deliver_due
from tests.kit.scripted import ManualClock, ScriptedDiscord, call_of

LOG = "log.txt"


def plugged(method: str) -> Callable[..., Awaitable[Any]]:
    """The method of that name, before and after which the plug can be pulled."""

    async def carried_out(self: FiledDiscord, *arguments: Any) -> Any:
        told = {"post": arguments[:2], "edit": (arguments[0], arguments[-1])}.get(method)
        call = method if told is None else call_of(method, *told)
        self.pull(f"before {call}")
        given = await getattr(ScriptedDiscord, method)(self, *arguments)
        self.save()
        self.pull(f"after {call}")
        return given

    return carried_out


class FiledDiscord(ScriptedDiscord):
    """A Discord that outlives the program, and can pull the plug before or after a call."""

    open_thread = plugged("open_thread")
    post = plugged("post")
    edit = plugged("edit")

    def __init__(self, path: Path, plug: str = "") -> None:
        super().__init__()
        self.path = path
        self.plug = plug
        if path.exists():
            self.messages, self.cards, self.threads, self.at = pickle.loads(path.read_bytes())

    def save(self) -> None:
        written = self.path.with_suffix(".new")
        written.write_bytes(pickle.dumps((self.messages, self.cards, self.threads, self.at)))
        written.replace(self.path)  # a kill leaves what was before, or what is

    def pull(self, moment: str) -> None:
        if self.plug == moment:
            os.kill(os.getpid(), signal.SIGKILL)


Tell: TypeAlias = Callable[[str], None]
"""Lets the parent know something."""


async def play(folder: Path, _: str, tell: Tell) -> None:
    """Play one match after the other, saying each ply once it is stored."""
    club = await Club.open(folder / "club.db")
    while True:
        match = await club.start(game="detach", variant="hexhex5")
        while match.to_move_player is not None:
            match = await club.play(match)
            tell(f"{match.id} {match.ply}")


async def deliver(folder: Path, plug: str, _: Tell) -> None:
    """Play two plies, deliver the first boards, then the others until the plug is pulled."""
    discord = FiledDiscord(folder / "discord.pickle")
    club = await Club.open(folder / "club.db", discord)
    match = await club.start()
    if "open_thread" not in plug:
        await deliver_due(club.delivery)
    await club.play(match)
    discord.plug = plug
    await deliver_due(club.delivery)


async def challenge(folder: Path, plug: str, _: Tell) -> None:
    """Offer a challenge, and decline it, delivering after each until the plug is pulled."""
    club = await Club.open(folder / "club.db", FiledDiscord(folder / "discord.pickle", plug))
    offered = await club.offer()
    await deliver_due(club.delivery)
    await club.challenges.decline(club.actor(BEN), offered.id)
    await deliver_due(club.delivery)


async def reopened(folder: Path) -> Club:
    """The club as the next run of the program finds it, a little later."""
    clock = ManualClock()
    clock.advance(seconds=1)
    return await Club.open(folder / "club.db", FiledDiscord(folder / "discord.pickle"), clock)


Program: TypeAlias = Callable[[Path, str, Tell], Coroutine[Any, Any, None]]


def run(program: Program, folder: Path, plug: str, parent: Pipe) -> None:
    """Run one of the programs above, in a process of its own, which logs into a file."""
    with (folder / LOG).open("a", encoding="utf-8") as log:
        configure_logs("debug", log)
        asyncio.run(program(folder, plug, parent.send))
