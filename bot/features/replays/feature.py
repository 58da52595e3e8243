"""Replays, declared whole: looking back at a match, and sharing it."""

from bot.core.matches import ChangeKind, Hook
from bot.core.services import Hooks, Services, of_matches
from bot.features.replays import screen
from bot.features.replays.reviews import Reviews, note_review
from bot.features.replays.service import ReplayService
from bot.features.replays.sharing import SharingService
from bot.screen.interaction import Feature


def _hooks(of: Services) -> Hooks:
    """The end of a match starts its review; a shared match is posted once."""
    ends = frozenset({ChangeKind.ENDED, ChangeKind.REOPENED})
    return Hooks(changed=(Hook(note_review, ends),), posts=of[SharingService].posts())


FEATURE = Feature(
    services={
        ReplayService: of_matches(ReplayService),
        SharingService: of_matches(SharingService),
        Reviews: lambda of: Reviews(of.database, of.store, of.thinker, of.now),
        screen.WaitingPages: lambda of: screen.WaitingPages(of[Reviews], of.now),
    },
    hooks=_hooks,
    screens=(screen.SCREEN,),
    jobs={
        "reviews": lambda services: services[Reviews].run,
        "replays": lambda services: services[screen.WaitingPages].run,
    },
    after=("matches",),
)
