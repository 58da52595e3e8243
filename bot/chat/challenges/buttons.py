"""The buttons of a challenge's card."""

from __future__ import annotations

import re

import discord

from bot.chat.common.text import UNKNOWN_BUTTON
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.messenger import layouts
from data.ids import ChallengeId


async def on_challenge(interaction: Interaction, says: re.Match[str]) -> None:
    """Accept, decline or cancel what any card offers, however old it is."""
    challenges = answers.services(interaction).challenges
    decisions = {
        "accept": challenges.accept,
        "decline": challenges.decline,
        "cancel": challenges.cancel,
    }
    decide = decisions.get(says["action"])
    if decide is None:
        await answers.say(interaction, UNKNOWN_BUTTON)
        return
    view = await decide(ChallengeId(int(says["challenge"])), answers.player(interaction))
    await interaction.response.edit_message(
        view=layouts.challenge(view), allowed_mentions=discord.AllowedMentions.none()
    )
