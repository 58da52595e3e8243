"""Ladders, declared whole."""

from bot.core.services import Services
from bot.features.challenges import ChallengeService
from bot.features.ladders import screen
from bot.features.ladders.history import LadderHistories
from bot.features.ladders.hooks import LadderHooks
from bot.features.ladders.service import LadderService
from bot.features.timekeeping import Presence
from bot.screen.interaction import Feature


def _service(of: Services) -> LadderService:
    return LadderService(of.database, of[LadderHistories], of[ChallengeService], of.now)


FEATURE = Feature(
    services={
        LadderHistories: lambda of: LadderHistories(of.now, of.events),
        LadderService: _service,
    },
    hooks=lambda of: LadderHooks(of[LadderHistories], of.now).hooks(of[Presence]),
    screens=(screen.SCREEN,),
    after=("ratings",),
)
