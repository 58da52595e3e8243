"""Puzzles, declared whole."""

from bot.core.pictures import PictureService
from bot.core.services import plain
from bot.features.puzzles import screen
from bot.features.puzzles.service import PuzzleService
from bot.features.puzzles.weekly import WeeklyService, count_solver
from bot.screen.interaction import Feature

FEATURE = Feature(
    services={
        PuzzleService: lambda of: PuzzleService(of.database, of.now, count_solver),
        WeeklyService: plain(WeeklyService),
    },
    hooks=lambda of: of[WeeklyService].hooks(of[PictureService]),
    screens=(screen.SCREEN,),
)
