"""Challenges that nobody answered: closed when their time is up, and their cards with them."""

from __future__ import annotations

import asyncio

import discord
import structlog

from bot.chat.interaction.acknowledging import CONNECTION_LOST, short
from bot.chat.interaction.client import PlayingClient
from bot.chat.messenger import layouts
from bot.services.matches.models import ChallengeView

logger = structlog.get_logger(__name__)

LONGEST_SLEEP = 3600.0


async def expire_challenges(client: PlayingClient) -> None:
    """Close challenges as they run out, until cancelled; raises StorageError."""
    while True:
        for view in await client.services.challenges.expire_due():
            await _close_card(client, view)
        following = await client.services.challenges.next_expiry()
        left = LONGEST_SLEEP if following is None else (following - client.now()).total_seconds()
        await asyncio.sleep(min(max(left, 1.0), LONGEST_SLEEP))


async def _close_card(client: PlayingClient, view: ChallengeView) -> None:
    if view.message_id is None:
        return
    channel = client.get_partial_messageable(view.place.channel_id)
    card = channel.get_partial_message(view.message_id)
    try:
        await card.edit(view=layouts.challenge(view))
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        # the card says it too when somebody presses a button
        logger.info("card not closed", challenge=view.id, **short(error))
