"""A bot that is away, cut off, or told the wrong time, and an account of it kept outside."""

from datetime import datetime

from sqlalchemy import Connection, select

from data.tables import outages
from tests.kit.passing_time import pass_time
from tests.kit.world import World


async def cut_off(world: World, seconds: float) -> None:
    """Let Discord tell nothing for so long; that it tells again is not told yet."""
    await _tell(world, "shard_disconnect")
    await pass_time(world, seconds)


async def back(world: World) -> None:
    """Let Discord say that the bot hears everything again."""
    await _tell(world, "shard_resumed")


async def _tell(world: World, event: str) -> None:
    """What discord.py tells of a connection, of which a simulated Discord has none."""
    with world.env._bot_scope():
        world.client.dispatch(event, 0)
    await world.settle()


def read_outages(connection: Connection) -> list[tuple[datetime, datetime]]:
    """When the bot was away: from when to when, each time."""
    found = connection.execute(select(outages.c.began, outages.c.ended).order_by(outages.c.id))
    return [(row.began, row.ended) for row in found]
