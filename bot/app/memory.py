"""What was made for good is kept out of the garbage collector's rounds.

A full round stops the whole process, and most of what it walks through are modules, tables and
commands that live as long as the bot. With them it takes more than 0.1 s on a small machine, in
which nobody is acknowledged.
"""

import gc

import discord


async def settle_memory(client: discord.Client) -> None:
    """Once the client is ready, take what there is by then out of later rounds."""
    await client.wait_until_ready()
    gc.collect()
    gc.freeze()
