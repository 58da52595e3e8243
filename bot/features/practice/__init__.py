"""Playing against the bot, and its hints."""

from bot.features.practice.service import PracticeService
