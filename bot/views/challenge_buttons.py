"""The buttons of a challenge's card."""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import ui

from bot import answers, text
from bot.answers import Interaction
from bot.views import layouts
from bot.views.ids import CHALLENGE, challenge_id
from data.ids import ChallengeId


class ChallengeButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=CHALLENGE):
    """Accept, Decline or Cancel, of any card, however old."""

    def __init__(self, challenge: ChallengeId, action: str) -> None:
        super().__init__(ui.Button(label=action, custom_id=challenge_id(challenge, action)))
        self._challenge = challenge
        self._action = action

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> ChallengeButton:
        del item  # what it looks like does not matter, only what it says
        return cls(ChallengeId(int(match["challenge"])), match["action"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        ours = answers.quintet(interaction)
        await answers.answered(ours, self._decide(ours))

    async def _decide(self, interaction: Interaction) -> None:
        challenges = answers.services(interaction).challenges
        decisions = {
            "accept": challenges.accept,
            "decline": challenges.decline,
            "cancel": challenges.cancel,
        }
        decide = decisions.get(self._action)
        if decide is None:
            await answers.say(interaction, text.UNKNOWN_BUTTON)
            return
        view = await decide(self._challenge, answers.player(interaction))
        await interaction.response.edit_message(
            view=layouts.challenge(view), allowed_mentions=discord.AllowedMentions.none()
        )
