"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.interaction.part import Refusals
from bot.services.conditionals import (
    IllegalLine,
    LineTooDeep,
    NoAnswerInLine,
    TooManyLines,
    YourTurnAlready,
)

REFUSALS: Refusals = {
    YourTurnAlready: lambda _: "It is your turn in this match. Move first, then prepare answers.",
    IllegalLine: lambda error: f"Move {error.number} of this line cannot be: {error.error}.",
    NoAnswerInLine: lambda _: (
        "A line ends with an answer of yours: their move; your answer, such as `b7-b5; c2-c4`."
    ),
    LineTooDeep: lambda error: f"A line has at most {error.most} answers of yours.",
    TooManyLines: lambda error: f"You can prepare {error.most} lines in a match. Forget one first.",
}
