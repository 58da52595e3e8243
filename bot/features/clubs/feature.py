"""Club matches, declared whole."""

from bot.core.services import Services, of_matches
from bot.features.clubs import screen
from bot.features.clubs.hooks import ClubHooks
from bot.features.clubs.offering import OfferService
from bot.features.clubs.progress import Progress
from bot.features.clubs.service import ClubService
from bot.features.timekeeping import Presence
from bot.screen.interaction import Feature


def _progress(of: Services) -> Progress:
    return Progress(of.store, of.now, of.randomness)


FEATURE = Feature(
    services={
        ClubService: of_matches(ClubService),
        OfferService: of_matches(OfferService),
        Progress: _progress,
    },
    hooks=lambda of: ClubHooks(of[Progress], of.now).hooks(of[Presence]),
    screens=(screen.SCREEN,),
    after=("ratings", "tournaments"),
)
