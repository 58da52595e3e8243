"""The formats that there are. No other module names one."""

from collections.abc import Mapping

from bot.services.tournaments.format import Format
from bot.services.tournaments.knockout import Knockout
from bot.services.tournaments.meeting import League, RoundRobin
from bot.services.tournaments.models import Field
from bot.services.tournaments.swiss import Swiss
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
