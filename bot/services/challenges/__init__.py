"""From an offer to the start of a match."""

from bot.services.challenges.errors import *
from bot.services.challenges.offer import ChallengeOffer, check_opponent, wants_rated
from bot.services.challenges.service import ChallengeService
from bot.services.challenges.storage import Challenge
