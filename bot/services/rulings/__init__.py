"""What managers may do to a match, in the open."""

from bot.services.rulings.models import BadRanking, Ruling
from bot.services.rulings.service import RulingService
from bot.services.settings import LONGEST_REASON, BadReason
