"""Posting the card of a challenge."""

from __future__ import annotations

import discord

from bot.chat.interaction.acknowledging import CONNECTION_LOST, is_doubtful
from bot.chat.interaction.answering import post
from bot.chat.interaction.client import Interaction, services
from bot.chat.messenger import layouts
from bot.services.matches.models import ChallengeView
from data.ids import MessageId
from data.states import ChallengeState


async def post_card(interaction: Interaction, view: ChallengeView) -> None:
    """Post the challenge's card, which mentions those who are asked."""
    asked = view.invited if view.state is ChallengeState.OPEN else ()
    message_id = await post(interaction, layouts.challenge(view), asked)
    if message_id is not None:
        await _attach(interaction, view, message_id)


async def offer_card(interaction: Interaction, view: ChallengeView) -> None:
    """Post the card as the first answer. A challenge whose card is not shown is taken back."""
    try:
        await post_card(interaction, view)
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        if not is_doubtful(error):
            await services(interaction).challenges.cancel(view.id, view.challenger_id)
            raise
        shown = await _look(interaction)
        if shown is None:
            await services(interaction).challenges.cancel(view.id, view.challenger_id)
            raise
        await _attach(interaction, view, shown)


async def _look(interaction: Interaction) -> MessageId | None:
    """The card that was posted although its answer got lost; None if it was not."""
    try:
        return MessageId((await interaction.original_response()).id)
    except discord.NotFound:
        return None


async def _attach(interaction: Interaction, view: ChallengeView, message_id: MessageId) -> None:
    if not isinstance(interaction.channel, discord.Thread):
        await services(interaction).challenges.attach_message(view.id, message_id)
