"""Challenges that nobody answered: closed when their time is up, and their cards with them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
import structlog

from bot.chat.messenger import layouts
from bot.services.matches.models import ChallengeView
from data.database import StorageError

if TYPE_CHECKING:
    from bot.app.client import Quintet

logger = structlog.get_logger(__name__)

LONGEST_SLEEP = 3600.0


async def expire_challenges(client: Quintet) -> None:
    """Close challenges as they run out, until cancelled."""
    while True:
        try:
            await _expire_due(client)
            following = await client.services.challenges.next_expiry()
        except StorageError as error:
            logger.error("challenges not expired", reason=str(error))
            following = None
        left = LONGEST_SLEEP if following is None else (following - client.now()).total_seconds()
        await asyncio.sleep(min(max(left, 1.0), LONGEST_SLEEP))


async def _expire_due(client: Quintet) -> None:
    for view in await client.services.challenges.expire_due():
        await _close_card(client, view)


async def _close_card(client: Quintet, view: ChallengeView) -> None:
    if view.message_id is None:
        return
    card = client.get_partial_messageable(view.place.channel_id).get_partial_message(
        view.message_id
    )
    try:
        await card.edit(view=layouts.challenge(view))
    except discord.HTTPException as error:
        # the card says it too when somebody presses a button
        logger.info("card not closed", challenge=view.id, status=error.status)
