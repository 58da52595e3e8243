"""A program that plays, or posts boards, until it is killed; its parent looks at what is left."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from dataclasses import asdict
from pathlib import Path

from bot.services.matches.models import Detour, MatchView
from data import players
from tests.kit.club import Club
from tests.kit.scripted import ManualClock, Message, ScriptedDiscord


class FiledDiscord(ScriptedDiscord):
    """A Discord that outlives the program, and can pull the plug before or after a call."""

    def __init__(self, path: Path, plug: str = "") -> None:
        super().__init__()
        self.path = path
        self.plug = plug
        if path.exists():
            kept = json.loads(path.read_text())
            self.messages = [Message(**message) for message in kept["messages"]]
            self.threads = {int(match): thread for match, thread in kept["threads"].items()}

    async def open_thread(self, view: MatchView) -> int:
        self.pull("before open_thread")
        thread_id = await super().open_thread(view)
        self.save()
        self.pull("after open_thread")
        return thread_id

    async def post_board(
        self,
        channel_id: int,
        view: MatchView,
        png: bytes,
        alt: str,
        nonce: str,
        note: Detour | None,
    ) -> int:
        self.pull("before post_board")
        message_id = await super().post_board(channel_id, view, png, alt, nonce, note)
        self.save()
        self.pull("after post_board")
        return message_id

    async def retire_board(self, channel_id: int, message_id: int, view: MatchView) -> None:
        self.pull("before retire_board")
        await super().retire_board(channel_id, message_id, view)
        self.save()
        self.pull("after retire_board")

    def save(self) -> None:
        kept = {"messages": [asdict(each) for each in self.messages], "threads": self.threads}
        self.path.write_text(json.dumps(kept))

    def pull(self, moment: str) -> None:
        if self.plug == moment:
            os.kill(os.getpid(), signal.SIGKILL)


async def play(folder: Path) -> None:
    """Play one match after the other, saying each ply once it is stored."""
    club = await Club.open(folder / "club.db")
    while True:
        match = await club.start(game="detach", variant="hexhex5")
        while match.to_move_player is not None:
            match = await club.play(match)
            tell(f"{match.id} {match.ply}")


async def hold(folder: Path) -> None:
    """Write something and never come to the commit."""
    club = await Club.open(folder / "club.db")
    async with club.database.transaction() as connection:
        await players.ensure(connection, range(1000), club.clock.now)
        tell("inside")
        await asyncio.Event().wait()


async def deliver(folder: Path, plug: str) -> None:
    """Play two plies, deliver the first boards, then the others until the plug is pulled."""
    discord = FiledDiscord(folder / "discord.json")
    club = await Club.open(folder / "club.db", discord)
    match = await club.start()
    if "open_thread" not in plug:
        await club.delivery.deliver_due()
    await club.play(match)
    discord.plug = plug
    await club.delivery.deliver_due()


def tell(line: str) -> None:
    sys.stdout.write(f"told {line}\n")
    sys.stdout.flush()


async def reopened(folder: Path, clock: ManualClock | None = None) -> Club:
    """The club as the next run of the program finds it."""
    return await Club.open(folder / "club.db", FiledDiscord(folder / "discord.json"), clock)


if __name__ == "__main__":
    what, where, *rest = sys.argv[1:]
    asyncio.run({"play": play, "hold": hold, "deliver": deliver}[what](Path(where), *rest))
