"""What people hear of tournaments by direct message, who chose to hear by one; each thing once."""

from dataclasses import dataclass

from bot.services.tournaments.formats import format_of
from bot.services.tournaments.models import Event, Field
from bot.services.tournaments.swiss import latest_round
from data.ids import PlayerId
from data.states import TournamentEvent

TAKEN_OUT = frozenset(
    {
        TournamentEvent.TIMED_OUT,
        TournamentEvent.EXPELLED,
        TournamentEvent.UNFIT,
        TournamentEvent.SUBSTITUTED,
    }
)


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """What an entry of the log is to one player: a game of a new round, going up or down, or that
    they are out. ``direct`` is False where direct messages are closed, and they are mentioned."""

    player_id: PlayerId
    field: Field
    event: Event
    direct: bool = True

    @property
    def move(self) -> int:
        """1 for who goes up when a season ends, -1 for who goes down."""
        rows = [row for table in format_of(self.field).tables(self.field) for row in table.rows]
        return next((row.move for row in rows if row.player_id == self.player_id), 0)


def concerned(field: Field, kind: TournamentEvent, player_id: PlayerId | None) -> set[PlayerId]:
    """To whom an entry of the log is something of their own."""
    if kind in TAKEN_OUT:
        return set() if player_id is None else {player_id}
    if kind is TournamentEvent.ROUND:
        newest = [each for each in field.pairings if each.seats.round == latest_round(field)]
        return {who for each in newest if len(each.players) == 2 for who in each.players}
    if kind is TournamentEvent.OVER:
        tables = format_of(field).tables(field)
        return {row.player_id for table in tables for row in table.rows if row.move}
    return set()
