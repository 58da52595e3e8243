"""Matches as people see them, declared whole."""

from bot.core.pictures import PictureService
from bot.core.services import Services
from bot.features.matches.boards import Boards, OldBoards, boards_part
from bot.features.matches.screen import commands
from bot.features.timekeeping import Presence
from bot.screen.feature import Feature


def _boards(of: Services) -> Boards:
    return Boards(
        *(of.database, of.store, of[Presence], of[PictureService]),
        *(of[OldBoards], of.wire, of.now, of.events),
    )


FEATURE = Feature(
    services={
        OldBoards: lambda of: OldBoards(of.database, of.store, of.wire),
        Boards: _boards,
    },
    part=lambda of: boards_part(of[Boards]),
    screens=(commands.SCREEN,),
    # the board comes after all that it shows
    after=("ladders", "leaderboards", "reminders", "requests", "tournaments"),
)
