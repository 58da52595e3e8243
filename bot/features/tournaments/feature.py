"""Tournaments, declared whole."""

from bot.core.services import Services
from bot.core.waking import OneAtATime
from bot.features.timekeeping import Presence
from bot.features.tournaments.eligibility import Eligibility
from bot.features.tournaments.hooks import TournamentHooks
from bot.features.tournaments.log import TournamentLog
from bot.features.tournaments.progress import Progress
from bot.features.tournaments.screen import commands
from bot.features.tournaments.service import TournamentService
from bot.screen.interaction import Feature


def _progress(of: Services) -> Progress:
    return Progress(of[TournamentLog], of.store, of.randomness, Eligibility(of.messenger, of.now))


def _service(of: Services) -> TournamentService:
    return TournamentService(of.database, of[TournamentLog], of[Progress], of.now)


FEATURE = Feature(
    services={
        TournamentLog: lambda of: TournamentLog(of.now, of.events),
        Progress: _progress,
        TournamentService: _service,
        OneAtATime: lambda _: OneAtATime(),
    },
    hooks=lambda of: TournamentHooks(of[TournamentLog], of[Progress]).hooks(of[Presence]),
    screens=(commands.SCREEN,),
    after=("ladders", "ratings"),
)
