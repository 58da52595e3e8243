"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.interaction.part import Refusals
from bot.services.rulebook import RulesMissing

REFUSALS: Refusals = {
    RulesMissing: lambda error: (
        f"The rules of {error.info.name} were not installed with this bot. "
        "Please tell whoever runs it."
    ),
}
