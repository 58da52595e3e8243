"""Conditional moves: if they play this, I answer that."""

from bot.services.conditionals.errors import (
    IllegalLine,
    LineTooDeep,
    NoAnswerInLine,
    TooManyLines,
    YourTurnAlready,
)
from bot.services.conditionals.lines import DEEPEST, MOST
from bot.services.conditionals.models import Conditionals
from bot.services.conditionals.playing import PART, was_prepared
from bot.services.conditionals.service import ConditionalService
