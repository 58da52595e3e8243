"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.interaction.part import Refusals
from bot.services.opponents import HintsAreForPractice, NoHintNow

REFUSALS: Refusals = {
    HintsAreForPractice: lambda _: (
        "I suggest moves only to people who play against me, or who try a game alone."
    ),
    NoHintNow: lambda _: "I could not think of anything just now. Please ask again.",
}
