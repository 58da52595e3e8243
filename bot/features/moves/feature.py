"""Declares the feature: the composer of moves, and prepared answers."""

from datetime import timedelta
from operator import attrgetter

from bot.core.matches import When
from bot.core.services import Hooks, Prune, of_matches
from bot.features.moves import storage
from bot.features.moves.conditionals import ConditionalService, play_prepared
from bot.features.moves.screen import composer, conditionals
from bot.features.moves.service import ComposerService
from bot.screen.interaction import Feature

HOOKS = Hooks(
    follow_up=(When(attrgetter("match.conditional"), play_prepared),),
    prune=(Prune("drafts", timedelta(days=14), storage.prune),),
)

FEATURE = Feature(
    services={
        ComposerService: of_matches(ComposerService),
        ConditionalService: of_matches(ConditionalService),
        composer.OpenComposers: lambda _: composer.OpenComposers(),
    },
    hooks=lambda _: HOOKS,
    screens=(composer.SCREEN, conditionals.SCREEN),
    after=("matches",),
)
