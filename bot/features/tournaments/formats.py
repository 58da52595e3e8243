"""The formats that there are. No other module names one."""

from collections.abc import Mapping

from bot.features.tournaments.format import Format
from bot.features.tournaments.knockout import Knockout
from bot.features.tournaments.meeting import League, RoundRobin
from bot.features.tournaments.swiss import Swiss
from bot.features.tournaments.values import Field
from data.states import TournamentKind

FORMATS: Mapping[TournamentKind, Format] = {
    TournamentKind.LEAGUE: League(),
    TournamentKind.ROUND_ROBIN: RoundRobin(),
    TournamentKind.KNOCKOUT: Knockout(),
    TournamentKind.SWISS: Swiss(),
}


def format_of(field: Field) -> Format:
    """How a tournament is played."""
    return FORMATS[field.tournament.kind]


def settled(field: Field) -> Field:
    """The same with what every pairing counts as things are."""
    return format_of(field).settled(field)
