"""The bot as an operator runs it, directed to a Discord on this machine."""

from __future__ import annotations

import sys
import threading
from datetime import timedelta
from functools import partial
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main
from bot.app import running
from bot.app.client import Quintet
from bot.services.thinking import Processes
from renderer import Renderer


def direct(address: str) -> None:
    """Have discord.py, as it is published, talk to the Discord at this address."""
    Route.BASE = f"{address}/api"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address).with_scheme("ws") / "gateway"


def hang(what: str) -> None:
    """Let every picture, or every engine, take for ever."""
    endless = threading.Event()

    def draw(*_: object, **__: object) -> bytes:
        endless.wait()
        return b""

    if what == "picture":
        Renderer.board = draw  # type: ignore[method-assign]
    elif what == "engine":
        never = (sys.executable, "-c", "import time; time.sleep(3600)")
        Processes.__init__.__defaults__ = (None, timedelta(hours=1), never)


def set_ahead(by: timedelta) -> None:
    """Let the machine's clock be ahead."""
    replaced: Any = running
    replaced.Quintet = partial(Quintet, now=lambda: discord.utils.utcnow() + by)


if __name__ == "__main__":
    direct(sys.argv[1])
    hang(sys.argv[2])
    set_ahead(timedelta(seconds=float(sys.argv[3])))
    sys.exit(main(["run"]))
