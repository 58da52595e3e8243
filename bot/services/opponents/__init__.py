"""Engines that hold seats: whenever it is the turn of one, it moves."""

from __future__ import annotations

from bot.services.opponents.hints import HintsAreForPractice, HintService, NoHintNow, Suggestion
from bot.services.opponents.service import Opponents, note_engine_turn

__all__ = [
    "HintService",
    "HintsAreForPractice",
    "NoHintNow",
    "Opponents",
    "Suggestion",
    "note_engine_turn",
]
