"""Whether Discord still answers on the gateway: a connection can be dead and look alive."""

import asyncio
import time
from contextlib import suppress

import discord
from discord.gateway import DiscordWebSocket

from bot.chat.messenger.errors import CONNECTION_LOST

LOOKS, PAUSE = 60, 0.05
"""How often is looked for an answer, and the seconds between.

Together with the pause between two heartbeats less than makes one of them late.
"""


async def silent_shards(client: discord.AutoShardedClient) -> frozenset[int]:
    """The shards on whose connection nothing comes, though Discord was asked for an answer."""
    shards = client.shards
    answered = await asyncio.gather(*(_answers(each._parent.ws) for each in shards.values()))
    return frozenset(
        number for number, is_there in zip(shards, answered, strict=True) if not is_there
    )


async def _answers(socket: DiscordWebSocket) -> bool:
    kept, asked = socket._keep_alive, time.perf_counter()
    if kept is None:  # it is closed
        return False
    with suppress(discord.ConnectionClosed, *CONNECTION_LOST):
        await socket.send_heartbeat(kept.beat())
        for _ in range(LOOKS):
            if kept._last_recv >= asked:
                return True
            await asyncio.sleep(PAUSE)
    return False
