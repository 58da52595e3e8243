"""Requests, declared whole."""

from bot.core.services import of_matches, plain
from bot.features.requests import screen
from bot.features.requests.kinds import Requests
from bot.features.requests.service import requests_part
from bot.features.requests.values import InboxService
from bot.screen.feature import Feature

FEATURE = Feature(
    services={Requests: of_matches(Requests), InboxService: plain(InboxService)},
    part=lambda services: requests_part(services.store),
    screens=(screen.SCREEN,),
    after=("timekeeping",),
)
