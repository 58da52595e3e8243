"""Posting the card of a challenge."""

from __future__ import annotations

import discord

from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.messenger import layouts
from bot.services.matches.models import ChallengeView
from data.ids import MessageId


async def post_card(interaction: Interaction, view: ChallengeView) -> None:
    """Post the challenge's card, which mentions those who are asked."""
    asked = [discord.Object(player) for player in view.invited]
    challenges = answers.services(interaction).challenges
    try:
        answer = await interaction.response.send_message(
            view=layouts.challenge(view), allowed_mentions=discord.AllowedMentions(users=asked)
        )
    except (discord.HTTPException, OSError):
        # a challenge that nobody can see must not stay open
        await challenges.cancel(view.id, view.challenger_id)
        raise
    in_thread = isinstance(interaction.channel, discord.Thread)
    if answer.message_id is not None and not in_thread:
        message_id = MessageId(answer.message_id)
        await challenges.attach_message(view.id, message_id)
