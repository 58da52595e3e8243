"""The bot as an operator runs it, directed to a Discord on this machine."""

from __future__ import annotations

import sys

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main


def direct(address: str) -> None:
    """Have discord.py, as it is published, talk to the Discord at this address."""
    Route.BASE = f"{address}/api"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address).with_scheme("ws") / "gateway"


if __name__ == "__main__":
    direct(sys.argv[1])
    sys.exit(main(["run"]))
