"""The bot as an operator runs it, directed to a Discord on this machine."""

import sys
import threading
from datetime import timedelta

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main
from bot.app import running
from bot.core.thinking import Processes
from renderer.drawing import Renderer


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
        Renderer.picture = draw  # type: ignore[method-assign]
    elif what == "engine":
        never = (sys.executable, "-c", "import time; time.sleep(3600)")
        Processes.__init__.__defaults__ = (None, timedelta(hours=1), never)


if __name__ == "__main__":
    direct(sys.argv[1])
    running.SCHEMA_PAUSE = timedelta(milliseconds=200)
    hang(sys.argv[2])
    sys.exit(main(["run"]))
