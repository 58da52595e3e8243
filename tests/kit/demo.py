"""The demo without its first page: the bot on a simulated Discord that lasts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.sandbox.simulated import SimulatedDiscord
from tests.kit.world import new_client


@asynccontextmanager
async def demo(folder: Path) -> AsyncIterator[SimulatedDiscord]:
    client = new_client(folder / "demo.db")
    discord = SimulatedDiscord(client, folder / "discord.pickle", home="http://demo")
    await discord.start()
    services = client.services
    try:
        yield discord
    finally:
        await discord.stop()
        await services.aclose()
