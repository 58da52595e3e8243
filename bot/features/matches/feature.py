"""Declares the feature: boards, the inbox, and the commands of matches."""

from bot.core.matches import Hook
from bot.core.services import Hooks, Services
from bot.features.matches import screen
from bot.features.matches.boards import Boards, OldBoards, note_board
from bot.features.timekeeping import Presence
from bot.screen.interaction import Feature


def _boards(of: Services) -> Boards:
    return Boards(
        database=of.database,
        store=of.store,
        presence=of[Presence],
        old_boards=of[OldBoards],
        messenger=of.messenger,
        now=of.now,
        events=of.events,
    )


FEATURE = Feature(
    services={
        OldBoards: lambda of: OldBoards(of.database, of.store, of.messenger),
        Boards: _boards,
    },
    hooks=lambda of: Hooks(changed=(Hook(note_board),), posts=of[Boards].posts),
    screens=(screen.SCREEN,),
    # a board is queued after everything that it shows
    after=("ladders", "leaderboards", "reminders", "requests", "tournaments"),
)
