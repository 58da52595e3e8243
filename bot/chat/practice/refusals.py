"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.interaction.part import Refusals
from bot.services.practice import NoPractice

REFUSALS: Refusals = {
    NoPractice: lambda _: (
        "You have no practice board. Choose a game with `/rules`, then press **Try it**."
    ),
}
