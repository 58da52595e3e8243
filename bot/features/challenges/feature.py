"""Declares the feature: challenges."""

from bot.core.services import Services
from bot.features.challenges import screen
from bot.features.challenges.service import ChallengeService
from bot.screen.interaction import Feature


def _challenges(of: Services) -> ChallengeService:
    return ChallengeService(of.database, of.store, of.now, of.randomness, of.events)


FEATURE = Feature(
    services={ChallengeService: _challenges},
    hooks=lambda services: services[ChallengeService].hooks(),
    screens=(screen.SCREEN,),
)
