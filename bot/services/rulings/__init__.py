"""What managers may do to a match, in the open."""

from bot.services.rulings.service import BadRanking, Ruling, RulingService
from bot.services.settings import LONGEST_REASON, BadReason
