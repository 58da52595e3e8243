"""Help and greetings, declared whole."""

from bot.core.pictures import PictureService
from bot.core.services import Hooks, Services
from bot.features.help import screen
from bot.features.help.service import GreetingService
from bot.screen.interaction import Feature


def _greetings(of: Services) -> GreetingService:
    return GreetingService(of.database, of.messenger, of.now, of[PictureService])


FEATURE = Feature(
    services={GreetingService: _greetings},
    hooks=lambda of: Hooks(posts=(of[GreetingService].post_kind,)),
    screens=(screen.SCREEN,),
)
