"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.common.illegal import illegal
from bot.chat.interaction.part import Refusals
from bot.services.composer import IllegalThere, MovedOn, NotWhole

REFUSALS: Refusals = {
    MovedOn: lambda _: "This has changed meanwhile. Here is how it stands now.",
    IllegalThere: illegal,
    NotWhole: lambda _: "The move cannot end here. Choose how it goes on.",
}
