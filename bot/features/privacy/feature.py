"""Privacy, declared whole: deleting a person, and giving them what is kept of them."""

from bot.core.services import Services
from bot.features.privacy import screen
from bot.features.privacy.service import PrivacyService
from bot.screen.interaction import Feature


def _privacy(of: Services) -> PrivacyService:
    return PrivacyService(of.database, of.store, of.now, of.hooks.forget, of.hooks.withdraw)


FEATURE = Feature(services={PrivacyService: _privacy}, screens=(screen.SCREEN,))
