"""Tournaments: round robins and leagues that pair, begin, count and end by themselves."""

from bot.features.tournaments import storage
from bot.features.tournaments.errors import (
    AlreadyIn,
    BadName,
    BadRules,
    ClockTooQuick,
    EnteredTooMany,
    EntryByInvitation,
    EntryEnded,
    HasBegun,
    LastRoundPaired,
    LeagueExists,
    LetPlayOnTooLate,
    NeedsRole,
    NotBegun,
    NothingToDecide,
    NotIn,
    NoTournamentHere,
    NotTheOrganiser,
    OwnFavour,
    PlacesOutside,
    RatingOutside,
    RatingsCrossed,
    SettingsFixed,
    TooFewForRounds,
    TooFewMatches,
    TooFewPlayers,
    TooManyTournaments,
    TournamentForTwo,
    TournamentFull,
    TournamentNeedsClock,
    TournamentOver,
    UnknownTournament,
    WithdrawnLately,
)
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.setup import Setup
from bot.features.tournaments.store import SeasonOver
from bot.features.tournaments.titles import Title, champion_of, titles_of
from bot.features.tournaments.values import Field, Reliance, Row, Table, Tournament
