"""What answers the buttons of cards, and the list of games in an invitation."""

from __future__ import annotations

from bot.chat.challenges.buttons import on_challenge
from bot.chat.challenges.invitation import on_invitation
from bot.chat.common.custom_ids import ChallengeButton, Invitation
from bot.chat.interaction.click import handles

HANDLERS = (handles(ChallengeButton, on_challenge), handles(Invitation, on_invitation))
