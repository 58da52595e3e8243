"""Settings, declared whole."""

from bot.features.settings.screen import commands
from bot.features.settings.service import BlockService
from bot.screen.interaction import Feature

FEATURE = Feature(
    services={
        BlockService: lambda of: BlockService(of.database, of.now, of.events),
    },
    screens=(commands.SCREEN,),
)
