"""Help and greetings, declared whole."""

from bot.core.services import Hooks
from bot.features.help import screen
from bot.features.help.service import GreetingService
from bot.screen.interaction import Feature

FEATURE = Feature(
    services={GreetingService: lambda of: GreetingService(of.database, of.messenger, of.now)},
    hooks=lambda of: Hooks(posts=(of[GreetingService].post_kind,)),
    screens=(screen.SCREEN,),
)
