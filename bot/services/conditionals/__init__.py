"""Conditional moves: if they play this, I answer that."""

from bot.services.conditionals.models import (
    DEEPEST,
    MOST,
    Conditionals,
    IllegalLine,
    LineTooDeep,
    NoAnswerInLine,
    TooManyLines,
    YourTurnAlready,
)
from bot.services.conditionals.playing import PART, was_prepared
from bot.services.conditionals.service import ConditionalService
