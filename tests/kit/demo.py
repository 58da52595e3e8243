"""The demo without its first page: the bot on a simulated Discord that lasts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from simcord.builders import ChannelHandle

from bot.app.client import Quintet
from bot.sandbox.simulated import SimulatedDiscord
from tests.kit.world import new_client


@asynccontextmanager
async def demo(folder: Path) -> AsyncIterator[SimulatedDiscord]:
    client = new_client(folder / "demo.db")
    discord = SimulatedDiscord(client, folder / "discord.pickle", home="http://demo")
    async with running(client, discord):
        yield discord


@asynccontextmanager
async def running(client: Quintet, discord: SimulatedDiscord) -> AsyncIterator[None]:
    """The bot on its Discord, stopped however the block ends."""
    await discord.start()
    services = client.services
    try:
        yield
    finally:
        await discord.stop()
        await services.aclose()


def place(discord: SimulatedDiscord, title: str) -> ChannelHandle:
    """The channel or thread whose name begins so."""
    spot = next(each for each in discord.spots() if each.title.startswith(title))
    env = discord._env
    return ChannelHandle(env, discord._members["Ada"].guild, env.backend.channels[spot.channel_id])
