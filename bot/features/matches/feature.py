"""Declares the feature: boards, the inbox, and the commands of matches."""

from bot.core.matches import Hook
from bot.core.part import Part
from bot.core.pictures import PictureService
from bot.core.services import Services
from bot.features.matches.boards import Boards, OldBoards, board_posts, note_board, review_posts
from bot.features.matches.screen import commands
from bot.features.timekeeping import Presence
from bot.screen.feature import Feature


def _boards(of: Services) -> Boards:
    return Boards(
        database=of.database,
        store=of.store,
        presence=of[Presence],
        pictures=of[PictureService],
        old_boards=of[OldBoards],
        wire=of.wire,
        now=of.now,
        events=of.events,
    )


def _part(services: Services) -> Part:
    boards = services[Boards]
    return Part(
        changed=(Hook(note_board),),
        posts=(board_posts(boards), review_posts(services.store)),
    )


FEATURE = Feature(
    services={
        OldBoards: lambda of: OldBoards(of.database, of.store, of.wire),
        Boards: _boards,
    },
    part=_part,
    screens=(commands.SCREEN,),
    # a board is queued after everything that it shows
    after=("ladders", "leaderboards", "reminders", "requests", "tournaments"),
)
