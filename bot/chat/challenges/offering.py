"""Making a challenge, from a command or from a menu. Its card is posted by the outbox."""

from __future__ import annotations

from bot.chat.challenges.text import offered
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.refusals import missing_permission
from bot.services.challenges import Offer


async def make_offer(interaction: Interaction, offer: Offer) -> None:
    """Make the challenge where the bot may post its card."""
    await defer_private(interaction)
    missing = first_missing(interaction.app_permissions, POSTING)
    if missing is not None:
        await say(interaction, missing_permission(missing))
        return
    challenge = await services(interaction).challenges.offer(actor_of(interaction), offer)
    await say(interaction, offered(challenge))
