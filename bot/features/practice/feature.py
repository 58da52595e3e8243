"""Practice, declared whole: playing against the bot, its hints, and puzzles."""

from operator import attrgetter

from bot.core.matches import Hook
from bot.core.services import Hooks, Services
from bot.features.practice import screen
from bot.features.practice.engines import HintService, Opponents, note_engine_turn
from bot.features.practice.puzzles import PuzzleService
from bot.features.practice.service import PracticeService
from bot.screen.interaction import Feature


def _practice(of: Services) -> PracticeService:
    return PracticeService(of.database, of.now, of.randomness, of.thinker)


def _hooks(of: Services) -> Hooks:
    to_move = Hook(note_engine_turn, where=attrgetter("after.match.has_engines"))
    return Hooks(changed=(to_move,), closing=(of[Opponents].aclose,))


FEATURE = Feature(
    services={
        PracticeService: _practice,
        PuzzleService: lambda of: PuzzleService(of.database, of.now, of.events),
        HintService: lambda of: HintService(of.database, of.store, of.thinker),
        Opponents: lambda of: Opponents(of.database, of.store, of.thinker, of.now),
    },
    hooks=_hooks,
    screens=(screen.SCREEN,),
    jobs={"opponents": lambda services: services[Opponents].run},
    after=("matches",),
)
