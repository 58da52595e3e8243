"""Settings, declared whole."""

from bot.features.settings import screen
from bot.features.settings.service import BlockService
from bot.screen.interaction import Feature

FEATURE = Feature(
    services={BlockService: lambda of: BlockService(of.database, of.now, of.events)},
    screens=(screen.SCREEN,),
)
