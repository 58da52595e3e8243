"""Where the bot posts and what it may do there, and what discord.py raises in delivery's terms."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TypeAlias

import aiohttp
import discord

from bot.chat.common.permissions import POSTING, first_missing
from bot.services import posting

Channel: TypeAlias = discord.TextChannel | discord.Thread | discord.DMChannel


def missing_in(channel: Channel, needed: tuple[str, ...]) -> str | None:
    """The first of the permissions ``needed`` that the bot does not have there, or None."""
    if isinstance(channel, discord.DMChannel):
        return None
    return first_missing(channel.permissions_for(channel.guild.me), needed)


def require(channel: Channel, needed: tuple[str, ...]) -> None:
    """Raise CannotPost unless the bot has all the permissions ``needed``."""
    missing = missing_in(channel, needed)
    if missing is not None:
        raise posting.CannotPost(missing, f"{missing} is missing")


UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
CANNOT_MESSAGE = 50007
HAS_A_THREAD = 160004
CONNECTION_LOST = (aiohttp.ClientError, OSError)
"""What is raised when a request or its answer got lost; running out of time is one of them."""


@asynccontextmanager
async def translate_http_errors(channel: Channel | None) -> AsyncIterator[None]:
    """Turn what discord.py raises into what delivery understands."""
    try:
        yield
    except discord.RateLimited as error:
        raise posting.TryLater(timedelta(seconds=error.retry_after)) from error
    except discord.HTTPException as error:
        if error.status == 429 or error.status >= 500:
            raise posting.TryLater from error
        if error.code == UNKNOWN_CHANNEL:
            raise posting.ChannelGone from error
        if error.code == UNKNOWN_MESSAGE:
            raise posting.MessageGone from error
        if error.code == CANNOT_MESSAGE:
            raise posting.DirectMessagesClosed from error
        missing = None if channel is None else missing_in(channel, POSTING)
        raise posting.CannotPost(missing, f"{error.status} {error.code}") from error
    except CONNECTION_LOST as error:
        raise posting.TryLater from error
