"""What managers may do to a match, in the open."""

from __future__ import annotations

from bot.services.rulings.errors import BadRanking, BadReason
from bot.services.rulings.models import Ruling
from bot.services.rulings.service import LONGEST_REASON, RulingService

__all__ = ["LONGEST_REASON", "BadRanking", "BadReason", "Ruling", "RulingService"]
