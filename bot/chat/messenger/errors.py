"""What discord.py raises, as what delivery understands."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import aiohttp
import discord

from bot.chat.common.permissions import POSTING
from bot.chat.messenger.channels import Channel, missing_in
from bot.services.posting import (
    CannotPost,
    ChannelGone,
    DirectMessagesClosed,
    MessageGone,
    TryLater,
)

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
        raise TryLater(timedelta(seconds=error.retry_after)) from error
    except discord.HTTPException as error:
        if error.status == 429 or error.status >= 500:
            raise TryLater from error
        if error.code == UNKNOWN_CHANNEL:
            raise ChannelGone from error
        if error.code == UNKNOWN_MESSAGE:
            raise MessageGone from error
        if error.code == CANNOT_MESSAGE:
            raise DirectMessagesClosed from error
        missing = None if channel is None else missing_in(channel, POSTING)
        raise CannotPost(missing, f"{error.status} {error.code}") from error
    except CONNECTION_LOST as error:
        raise TryLater from error
