"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.common.illegal import illegal
from bot.chat.interaction.part import Refusals
from bot.services.practice import IllegalPractice, NoPractice, PracticeMovedOn

REFUSALS: Refusals = {
    NoPractice: lambda _: (
        "You have no practice board. Choose a game with `/rules`, then press **Try it**."
    ),
    PracticeMovedOn: lambda _: "This is where your practice stands now.",
    IllegalPractice: illegal,
}
