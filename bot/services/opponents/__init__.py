"""Engines that hold seats: whenever it is the turn of one, it moves."""

from bot.services.opponents.hints import HintsAreForPractice, HintService, NoHintNow, Suggestion
from bot.services.opponents.service import PART, Opponents
