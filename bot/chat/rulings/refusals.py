"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.interaction.part import Refusals
from bot.services.rulings import BadRanking, BadReason

REFUSALS: Refusals = {
    BadRanking: lambda _: "Every seat has to be named once, the winner first.",
    BadReason: lambda error: (
        f"Give a reason that the players can read, of at most {error.longest} characters."
    ),
}
