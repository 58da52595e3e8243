"""Matches: their log, their store, moving, and finding one's own. Other areas stand on this."""

from __future__ import annotations

from bot.services.matches.checking import damage_of
from bot.services.matches.errors import (
    AlreadyLeft,
    CorruptLog,
    IllegalText,
    MatchOver,
    MatchRunning,
    NoBoardThere,
    NoMatchHere,
    NotYourMatch,
    NotYoursToSee,
    NotYourTurn,
    OutdatedBoard,
    RulesVersionMissing,
    SeveralMatches,
    TooLateToAbort,
    UnknownGame,
    UnknownMatch,
    UnknownVariant,
)
from bot.services.matches.games import game_of, rules_of, variant_of
from bot.services.matches.models import (
    Inbox,
    MatchState,
    MatchSummary,
    MoveMade,
    Scope,
    SeatState,
)
from bot.services.matches.rulings_text import read_ranking, read_ruling, write_ranking, write_ruling
from bot.services.matches.service import (
    RESIGNED,
    MatchService,
    Played,
    open_to_move,
    typed,
    write_action,
)
from bot.services.matches.store import Change, Listener, MatchStore, NewEntry, Now, seat_of

__all__ = [
    "RESIGNED",
    "AlreadyLeft",
    "Change",
    "CorruptLog",
    "IllegalText",
    "Inbox",
    "Listener",
    "MatchOver",
    "MatchRunning",
    "MatchService",
    "MatchState",
    "MatchStore",
    "MatchSummary",
    "MoveMade",
    "NewEntry",
    "NoBoardThere",
    "NoMatchHere",
    "NotYourMatch",
    "NotYourTurn",
    "NotYoursToSee",
    "Now",
    "OutdatedBoard",
    "Played",
    "RulesVersionMissing",
    "Scope",
    "SeatState",
    "SeveralMatches",
    "TooLateToAbort",
    "UnknownGame",
    "UnknownMatch",
    "UnknownVariant",
    "damage_of",
    "game_of",
    "open_to_move",
    "read_ranking",
    "read_ruling",
    "rules_of",
    "seat_of",
    "typed",
    "variant_of",
    "write_action",
    "write_ranking",
    "write_ruling",
]
