"""Replays that were opened while their match was being looked back at show by themselves what was
found, unless their reader has turned on meanwhile.
"""

import asyncio
from datetime import timedelta

import discord
import structlog

from bot.chat.interaction.acknowledging import short
from bot.chat.interaction.client import PlayingClient
from bot.chat.interaction.waiting_pages import WaitingPage
from bot.chat.messenger.errors import CONNECTION_LOST
from bot.services.errors import ServiceError
from data.errors import StorageError

PATIENCE = timedelta(seconds=30)
"""How long one page may take."""

logger = structlog.get_logger(__name__)


async def show_what_was_found(client: PlayingClient) -> None:
    """Show it until cancelled, as soon as each review ends; raises StorageError."""
    pages = client.waiting_pages
    while True:
        waiting = pages.changeable(client.now())
        if waiting:  # without any, the end of a review costs nothing
            ended = await client.services.reviews.ended({each.match_id for each in waiting})
            await asyncio.gather(*(_show(each) for each in waiting if each.match_id in ended))
            for each in waiting:
                if each.match_id in ended and pages.waits(each):
                    pages.forget(each.message_id)
        await pages.news.sleep_until(None, client.now())


async def _show(page: WaitingPage) -> None:
    try:
        async with asyncio.timeout(PATIENCE.total_seconds()):  # else one would hold up the others
            await page.show(page)
    except (ServiceError, StorageError) as error:
        logger.info("replay left as it was", reason=type(error).__name__)
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        # dismissed perhaps; else it shows how it stands as soon as it is touched
        logger.info("replay left as it was", **short(error))
