"""Tournaments: round robins and leagues that pair, begin, count and end by themselves."""

from bot.services.tournaments import storage
from bot.services.tournaments.counting import would_count
from bot.services.tournaments.errors import (
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
from bot.services.tournaments.exporting import files_of
from bot.services.tournaments.fitting import MATCHES, OUT, ROLE, Fitting
from bot.services.tournaments.following import TournamentFollowing
from bot.services.tournaments.formats import format_of
from bot.services.tournaments.knockout import FINAL, THIRD_PLACE, Bracket, Tie, Unknown
from bot.services.tournaments.management import TournamentManagement
from bot.services.tournaments.meeting import TWICE_UP_TO
from bot.services.tournaments.models import (
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
from bot.services.tournaments.progress import Progress
from bot.services.tournaments.service import (
    ON_PAGE,
    TournamentService,
    contests_of,
    lost_entry_roles,
)
from bot.services.tournaments.setup import Setup
from bot.services.tournaments.store import TournamentLine, TournamentStore
from bot.services.tournaments.swiss import faced, had_half, histories, latest_round, left_out
from bot.services.tournaments.titles import Title, champion_of, titles_of
