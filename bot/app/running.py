"""``python -m bot run``: the bot, from bringing its database up to date to the last answer."""

import aiohttp
import discord

from bot.app.client import Quintet
from bot.app.opening import open_patiently
from bot.app.settings import Settings, SettingsError
from bot.app.stopping import run_until_stopped
from data.shard_use import sole_shards
from data.sqlite_file import sole_use
from renderer import Renderer


class ConnectingError(Exception):
    """Discord cannot be reached; the message tells operators what to look at."""


async def run_bot(settings: Settings) -> None:
    """Run until a signal ends it.

    Raises SettingsError without a token, or with one that Discord does not accept, StorageError
    for a database that cannot be used or that another bot uses, and ConnectingError.
    """
    token = settings.require_token()
    with sole_use(settings.database_url):
        await (await open_patiently(settings.database_url)).close()  # before Discord is asked
        async with (
            sole_shards(settings.database_url, settings.shards),
            Quintet(settings, Renderer()) as client,
        ):
            try:
                await run_until_stopped(client, token)
            except discord.LoginFailure as error:
                raise SettingsError(
                    "Discord does not accept the token. Reset it and copy it again."
                ) from error
            except aiohttp.ClientError as error:
                raise ConnectingError(
                    f"Discord cannot be reached ({error}). Check the network."
                ) from error
            except discord.HTTPException as error:
                raise ConnectingError(
                    f"Discord is in trouble (it answered {error.status}). Try again."
                ) from error
