"""What somebody has reached in the tournaments of a server."""

from dataclasses import dataclass

from sqlalchemy import Connection

from bot.features.tournaments import storage
from bot.features.tournaments.formats import FORMATS, format_of, settled
from bot.features.tournaments.values import Tournament
from data.ids import PlayerId, ServerId
from data.states import TournamentState
from rules.texts import Text

TITLES = 3
"""Of how many tournaments, the latest ones."""


@dataclass(frozen=True, slots=True)
class Title:
    """A place in a tournament that has ended, shared or not, in a ``group`` of so many ``players``.

    ``group`` and ``season`` are None where there is none.
    """

    tournament: Tournament
    place: int
    shared: bool
    players: int
    group: Text | None
    season: int | None


def titles_of(
    connection: Connection, player_id: PlayerId, server_id: ServerId
) -> tuple[Title, ...]:
    """The places that somebody reached here, the latest first."""
    entered = storage.of_player(connection, player_id, server_id)
    over = [each for each, _ in entered if each.state is TournamentState.OVER]
    found = [_title(connection, each, player_id) for each in over[:TITLES]]
    return tuple(each for each in found if each is not None)


def champion_of(connection: Connection, server_id: ServerId, game: str) -> PlayerId | None:
    """Who was first when the last season of the game's league ended here; None before that.

    Of those who share the first place it is who was before the others last season.
    """
    ended = storage.in_server(connection, server_id, (TournamentState.OVER,))
    for each in ended:
        if each.game == game and FORMATS[each.kind].rests is not None:
            field = settled(storage.field_of(connection, each))
            first = format_of(field).tables(field)[0].rows[0]
            return first.player_id if first.standing else None
    return None


def _title(connection: Connection, tournament: Tournament, player_id: PlayerId) -> Title | None:
    field = settled(storage.field_of(connection, tournament))
    season = None if format_of(field).rests is None else tournament.number
    for table in format_of(field).tables(field):
        for row in table.rows:
            if row.player_id == player_id and row.standing is not None:
                standing, players = row.standing, len(table.rows)
                reached = standing.place, standing.shared
                return Title(tournament, *reached, players, table.name, season)
    return None
