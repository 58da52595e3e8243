"""What managers do to matches."""

from bot.features.rulings.service import RulingService
