"""Watching, declared whole: following people and matches."""

from bot.core.services import of_matches
from bot.features.watching.service import WatchService, watching_part
from bot.screen.feature import Feature

FEATURE = Feature(
    services={WatchService: of_matches(WatchService)},
    part=lambda services: watching_part(services.store, services.wire),
    after=("matches",),
)
