"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.interaction.part import Refusals
from bot.services.puzzles import NoLessons, UnknownPuzzle

REFUSALS: Refusals = {
    UnknownPuzzle: lambda _: "There is no such puzzle any more. `/learn` has others.",
    NoLessons: lambda error: (
        f"There are no puzzles for {error.info.name}. `/rules` explains it with pictures."
    ),
}
