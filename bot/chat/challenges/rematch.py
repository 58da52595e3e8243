"""Asking for a match once more, with the seats moved on."""

from __future__ import annotations

import discord

from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.messenger import layouts
from data.ids import MatchId
from data.states import ChallengeState


async def offer_rematch(interaction: Interaction, match: MatchId) -> None:
    """Post the rematch's card where the button was pressed, or begin if it was asked for."""
    view = await answers.services(interaction).challenges.rematch(
        match, answers.you(interaction), answers.place(interaction), answers.once(interaction)
    )
    asked = [] if view.state is not ChallengeState.OPEN else view.invited
    await interaction.response.send_message(
        view=layouts.challenge(view),
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(each) for each in asked]),
    )
