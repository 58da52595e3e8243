"""Directing discord.py to a Discord on this machine; imports nothing of the simulated one."""

from collections.abc import Iterator
from contextlib import contextmanager

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

API, GATEWAY = "api", "gateway"
"""Where below its address the local Discord takes requests and the websocket."""


@contextmanager
def directed_to(address: yarl.URL) -> Iterator[None]:
    """Every client of this process talks to ``address`` while the block runs."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = str(address / API)
    DiscordWebSocket.DEFAULT_GATEWAY = address.with_scheme("ws") / GATEWAY
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before
