"""Declares the feature: following people and matches."""

from bot.core.matches import ChangeKind, Hook
from bot.core.services import Hooks, Services, of_matches
from bot.features.watching.service import WatchService, followed_posts, tell_followers
from bot.screen.interaction import Feature


def _hooks(services: Services) -> Hooks:
    return Hooks(
        changed=(Hook(tell_followers, frozenset({ChangeKind.ENDED})),),
        posts=(followed_posts(services.store, services.messenger),),
    )


FEATURE = Feature(
    services={WatchService: of_matches(WatchService)},
    hooks=_hooks,
    after=("matches",),
)
