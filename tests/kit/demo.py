"""The demo without its first page: the bot on a simulated Discord that lasts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from simcord.builders import ChannelHandle

from bot.app.client import Quintet
from bot.demo.simulated import LOOKING_ON, SimulatedDiscord, Spot
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


async def practise(discord: SimulatedDiscord, person: str, game: str) -> Spot:
    """Let somebody begin a match against the bot; where its board is, once it is there."""
    known = {spot.channel_id for spot in discord.spots()}
    await discord._members[person].slash(place(discord, "#games"), "play", game=game)
    while True:
        for spot in discord.spots():
            is_new = spot.channel_id not in known and not spot.title.endswith(LOOKING_ON)
            if spot.person == person and is_new:
                return spot
        await discord.live()
