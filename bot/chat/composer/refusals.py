"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.interaction.part import Refusals
from bot.services.composer import NotWhole, OtherStage

REFUSALS: Refusals = {
    OtherStage: lambda _: "This is where your move stands now.",
    NotWhole: lambda _: "The move cannot end here. Choose how it goes on.",
}
