"""Declares the feature: rulings of managers."""

from bot.core.services import of_matches
from bot.features.rulings import screen
from bot.features.rulings.service import RulingService
from bot.screen.interaction import Feature

FEATURE = Feature(services={RulingService: of_matches(RulingService)}, screens=(screen.SCREEN,))
