"""Tournaments, declared whole."""

from bot.core.services import Services
from bot.core.waking import OneAtATime
from bot.features.tournaments.eligibility import Eligibility
from bot.features.tournaments.hooks import TournamentHooks
from bot.features.tournaments.management import TournamentManagement
from bot.features.tournaments.progress import Progress
from bot.features.tournaments.screen import commands
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.store import TournamentStore
from bot.screen.feature import Feature


def _progress(of: Services) -> Progress:
    return Progress(of[TournamentStore], of.store, of.randomness, Eligibility(of.wire, of.now))


def _service(of: Services) -> TournamentService:
    return TournamentService(of.database, of[TournamentStore], of[Progress], of.now)


def _management(of: Services) -> TournamentManagement:
    return TournamentManagement(of.database, of[TournamentStore], of[Progress], of.now)


FEATURE = Feature(
    services={
        TournamentStore: lambda of: TournamentStore(of.now, of.events),
        Progress: _progress,
        TournamentService: _service,
        TournamentManagement: _management,
        OneAtATime: lambda _: OneAtATime(),
    },
    hooks=lambda of: TournamentHooks(of[TournamentStore], of[Progress]).hooks(),
    screens=(commands.SCREEN,),
    after=("ladders", "ratings"),
)
