"""Declares the feature: following people and matches."""

from bot.core.matches import ChangeKind, Hook
from bot.core.part import Part
from bot.core.services import Services, of_matches
from bot.features.watching.service import WatchService, followed_posts, tell_followers
from bot.screen.feature import Feature


def _part(services: Services) -> Part:
    return Part(
        changed=(Hook(tell_followers, frozenset({ChangeKind.ENDED})),),
        posts=(followed_posts(services.store, services.wire),),
    )


FEATURE = Feature(
    services={WatchService: of_matches(WatchService)},
    part=_part,
    after=("matches",),
)
