"""Ladders, declared whole."""

from bot.core.services import Services
from bot.features.challenges import ChallengeService
from bot.features.ladders import screen
from bot.features.ladders.hooks import LadderHooks
from bot.features.ladders.management import LadderManagement
from bot.features.ladders.service import LadderService
from bot.features.ladders.store import LadderStore
from bot.screen.interaction import Feature


def _service(of: Services) -> LadderService:
    return LadderService(of.database, of[LadderStore], of[ChallengeService], of.now)


FEATURE = Feature(
    services={
        LadderStore: lambda of: LadderStore(of.now, of.events),
        LadderService: _service,
        LadderManagement: lambda of: LadderManagement(of.database, of[LadderStore], of.now),
    },
    hooks=lambda of: LadderHooks(of[LadderStore], of.now).hooks(),
    screens=(screen.SCREEN,),
    after=("ratings",),
)
