"""Tournaments: round robins and leagues that pair, begin, count and end by themselves."""

from bot.features.tournaments import storage
from bot.features.tournaments.counting import would_count
from bot.features.tournaments.errors import (
    AlreadyIn,
    AlreadyOut,
    BadName,
    BadRules,
    ClockTooQuick,
    EnteredTooMany,
    EntryByInvitation,
    EntryEnded,
    HasBegun,
    IsOut,
    LastRoundPaired,
    LeagueExists,
    LetPlayOnTooLate,
    NeedsRole,
    NoSittingOut,
    NotBegun,
    NothingToDecide,
    NotIn,
    NoTournamentHere,
    NotTheOrganiser,
    OwnFavour,
    PairingFailed,
    PlacesOutside,
    RatingOutside,
    RatingsCrossed,
    RolesUnknown,
    SatOutBefore,
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
from bot.features.tournaments.exporting import files_of
from bot.features.tournaments.fitting import MATCHES, OUT, ROLE, Fitting
from bot.features.tournaments.following import TournamentFollowing
from bot.features.tournaments.formats import format_of
from bot.features.tournaments.knockout import FINAL, THIRD_PLACE, Bracket, Tie, Unknown
from bot.features.tournaments.management import TournamentManagement
from bot.features.tournaments.meeting import TWICE_UP_TO
from bot.features.tournaments.progress import Progress
from bot.features.tournaments.service import (
    ON_PAGE,
    TournamentService,
    contests_of,
    lost_entry_roles,
)
from bot.features.tournaments.setup import Setup
from bot.features.tournaments.store import SeasonOver, TournamentLine, TournamentStore
from bot.features.tournaments.swiss import faced, had_half, histories, latest_round, left_out
from bot.features.tournaments.titles import Title, champion_of, titles_of
from bot.features.tournaments.values import (
    Entrant,
    Event,
    Field,
    Pairing,
    Reliance,
    Repeat,
    Row,
    Rules,
    Table,
    Tournament,
    TournamentCard,
    TournamentNews,
    TournamentView,
    longest,
)
