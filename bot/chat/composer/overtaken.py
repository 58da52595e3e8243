"""Composers that were overtaken: the move was made from another one, or typed."""

from __future__ import annotations

import asyncio

import discord
import structlog

from bot.chat.composer import text as words
from bot.chat.interaction.acknowledging import short
from bot.chat.interaction.actor import player_id
from bot.chat.interaction.client import Interaction
from bot.chat.interaction.open_composers import MoveAhead, OpenComposer, PrivateMessage
from bot.chat.messenger import layouts
from bot.chat.messenger.errors import CONNECTION_LOST
from bot.services.composer import Composing
from bot.services.matches import MatchState

logger = structlog.get_logger(__name__)


def note_composer(interaction: Interaction, now: Composing, message: PrivateMessage | None) -> None:
    """Keep in mind that the message is a composer for this move."""
    if message is not None:
        ahead = MoveAhead(player_id(interaction), now.match.id, now.match.ply)
        interaction.client.open_composers.note(ahead, message, interaction.created_at)


async def close_others(
    interaction: Interaction, match: MatchState, answer: PrivateMessage | None
) -> None:
    """Close this person's other composers whose move was made; ``answer`` is none any more."""
    client = interaction.client
    if answer is not None:
        client.open_composers.forget(answer)
    overtaken = client.open_composers.overtaken(player_id(interaction), match, client.now())
    await asyncio.gather(*(_close(each, match) for each in overtaken))


async def _close(composer: OpenComposer, match: MatchState) -> None:
    layout = layouts.words(words.made_elsewhere(match, composer.move.ply + 1))
    try:
        await composer.message.edit(view=layout, attachments=[])
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        # dismissed perhaps; else it says so as soon as it is touched
        logger.info("composer left open", **short(error))
