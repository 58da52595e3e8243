"""Frames of Discord's gateway that cannot be read end no bot, as they do in discord.py.

To be imported by whatever makes a client.
"""

import asyncio
import zlib
from typing import Any

import structlog
from discord.errors import ConnectionClosed
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

logger = structlog.get_logger(__name__)

PAUSE = 1.0
"""Seconds before Discord is asked for what it sent once more."""

_received = DiscordWebSocket.received_message


async def received_message(self: DiscordWebSocket, message: Any, /) -> None:
    """Take a frame. One that cannot be read is logged, and asked for again by resuming.

    An event whose number was noted before it failed would fail again, so it is passed over.
    """
    before = self.sequence
    try:
        await _received(self, message)
    except (ReconnectWebSocket, ConnectionClosed):
        raise
    except (ValueError, LookupError, TypeError, AttributeError, zlib.error) as error:
        passed_over = self.sequence != before
        logger.error(
            "frame not readable",
            shard=self.shard_id,
            error=type(error).__name__,
            passed_over=passed_over,
        )
        if not passed_over:
            await self.close()
            await asyncio.sleep(PAUSE)
            raise ReconnectWebSocket(self.shard_id) from None


DiscordWebSocket.received_message = received_message  # type: ignore[method-assign]
