"""Running the demo until somebody stops it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from aiohttp import web

from bot.app.client import Quintet
from bot.app.settings import Settings
from bot.sandbox.pages import routes
from bot.sandbox.simulated import SimulatedDiscord
from data.sole_use import sole_use
from renderer import Renderer

DATABASE = Path("var/demo.db")
MEMORY = Path("var/demo-discord.pickle")
HEARTBEAT = 0.3
"""Seconds between two looks at what has happened."""


async def run_demo(port: int, folder: Path = Path()) -> None:
    """Serve the demo on this machine's ``port``, keeping its state in ``folder``/var.

    Raises OSError when the port is taken.
    """
    settings = Settings("no token is needed here", f"sqlite+aiosqlite:///{folder / DATABASE}")
    with sole_use(settings.database_url):
        await _serve(settings, port, folder)


async def _serve(settings: Settings, port: int, folder: Path) -> None:
    client = Quintet(settings, Renderer())
    discord = SimulatedDiscord(client, folder / MEMORY)
    runner = web.AppRunner(routes(discord), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        await discord.start()
        print(f"Open http://127.0.0.1:{port}/ in your browser. Ctrl-C stops the demo.", flush=True)
        while True:
            await discord.live()
            await asyncio.sleep(HEARTBEAT)
    finally:
        services = client.services
        await discord.stop()
        await services.aclose()
        await runner.cleanup()
