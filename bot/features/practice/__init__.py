"""Playing against the bot, and its hints."""

from bot.features.practice.opponents import HintService, Opponents
from bot.features.practice.service import PracticeService
