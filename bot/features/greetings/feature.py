"""Greetings, declared whole."""

from bot.core.pictures import PictureService
from bot.features.greetings import screen
from bot.features.greetings.service import GreetingService
from bot.screen.feature import Feature

FEATURE = Feature(
    services={GreetingService: lambda of: GreetingService(of.database, of.wire, of.now)},
    part=lambda of: of[GreetingService].part(of[PictureService]),
    screens=(screen.SCREEN,),
)
