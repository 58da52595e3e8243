"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.interaction.part import Refusals
from bot.services.leaderboards import AlreadyLive

REFUSALS: Refusals = {
    AlreadyLive: lambda error: (
        f"<#{error.channel_id}> has this list already. Delete its message to end it."
    ),
}
