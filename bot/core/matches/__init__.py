"""Matches: their log, the store that writes it, and playing. Features import from here."""

from bot.core.matches import entries_storage, storage
from bot.core.matches.checking import damage_of
from bot.core.matches.entries_storage import Entry
from bot.core.matches.errors import (
    UNREADABLE,
    AlreadyLeft,
    CorruptLog,
    IllegalText,
    MatchOver,
    MatchRefusal,
    MatchRunning,
    MovesStand,
    NoBoardThere,
    NoMatchHere,
    NothingToForgive,
    NotYourMatch,
    NotYoursToSee,
    NotYourTurn,
    OutdatedBoard,
    PlayerDeleted,
    RulesVersionMissing,
    SeveralMatches,
    TooLateToAbort,
    UnknownGame,
    UnknownMatch,
    UnknownVariant,
)
from bot.core.matches.games import OfVariant, game_of, rules_of, two_player_variant, variant_of
from bot.core.matches.match_store import (
    OF_RESULTS,
    SINCE_BEGUN,
    Change,
    ChangeKind,
    Hook,
    Hooks,
    MatchStore,
    NewEntry,
    Now,
    Service,
    StoreService,
    When,
    seat_of,
)
from bot.core.matches.picture_requests import picture_of, result_of
from bot.core.matches.reasons import LONGEST_REASON, BadReason, checked_reason
from bot.core.matches.result import (
    ON_THE_BOARD,
    WITHOUT_RESULT,
    PlayerResult,
    Result,
    by_the_rules,
    player_result,
    read_ranking,
    read_ruling,
    result_words,
    write_ranking,
    write_ruling,
)
from bot.core.matches.service import (
    ABSENT,
    IDLE,
    OVERTAKEN,
    RESIGNED,
    SUBSTITUTED,
    WITHDRAWN,
    WITHDREW,
    MatchService,
    Played,
    act,
    check_free,
    check_seen,
    may_see,
    open_to_move,
    typed_move,
    write_action,
)
from bot.core.matches.storage import MatchSummary, tournament_name
from bot.core.matches.values import MatchState, MoveMade, Scope
