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
from bot.services.conditionals.service import PART, ConditionalService, was_prepared
