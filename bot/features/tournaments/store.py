"""Tournaments inside a transaction: read, written about, and woken when something may be due."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection

from bot.core import outbox, timers
from bot.core.actor import Actor
from bot.core.events import NO_LISTENERS, Events
from bot.core.matches import Now
from bot.core.people.rights import manages, server_of
from bot.core.people.settings import server_settings
from bot.features.tournaments import errors, storage
from bot.features.tournaments.formats import FORMATS, format_of, settled
from bot.features.tournaments.storage import NewEvent
from bot.features.tournaments.swiss import latest_round
from bot.features.tournaments.values import Entrant, Event, Field, Tournament, TournamentCard
from data.ids import PlayerId, ServerId, TournamentId
from data.statements import aside
from data.states import MessageKind, PairingOutcome, TimerKind, TournamentEvent, TournamentState
from rules.texts import Text

TAKEN_OUT = frozenset(
    {
        TournamentEvent.TIMED_OUT,
        TournamentEvent.EXPELLED,
        TournamentEvent.UNFIT,
        TournamentEvent.SUBSTITUTED,
    }
)
NEWS = frozenset(TournamentEvent) - {
    TournamentEvent.CREATED,
    TournamentEvent.ENTERED,
    TournamentEvent.LEFT,
    TournamentEvent.SITS_OUT,
    TournamentEvent.SCHEDULED,
    TournamentEvent.PUT_IN,
    TournamentEvent.REPLACED,
}
"""What has a message of its own."""
TOLD = TAKEN_OUT | {TournamentEvent.ROUND, TournamentEvent.OVER}
"""What is something of their own to some."""
LARGE = 64
"""A table of more takes so long that nothing else may wait for it."""


Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class SeasonOver:
    """A tournament of a kind that has seasons is over."""

    tournament: Tournament


"""Hears that a season has ended, at that time."""


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


class TournamentStore:
    """The one place that reads tournaments whole, and writes about them."""

    def __init__(self, now: Now, events: Events = NO_LISTENERS) -> None:
        self.now = now
        self._events = events

    def read(
        self, connection: Connection, tournament_id: TournamentId, *, lock: bool = False
    ) -> Field:
        """The tournament as things are, locked if so wanted. Raises UnknownTournament."""
        found = storage.get(connection, tournament_id, lock=lock)
        if found is None:
            raise errors.UnknownTournament
        return settled(storage.field_of(connection, found))

    def of(
        self,
        connection: Connection,
        actor: Actor,
        tournament_id: TournamentId,
        *,
        lock: bool = False,
    ) -> Field:
        """The same, if it is one of the actor's server."""
        server_id = server_of(actor)
        found = storage.of_server(connection, server_id, tournament_id, lock=lock)
        return settled(storage.field_of(connection, found))

    def organised(
        self,
        connection: Connection,
        actor: Actor,
        tournament_id: TournamentId,
        *,
        lock: bool = False,
    ) -> Field:
        """The same, for its organiser and who rules over matches; raises NotTheOrganiser."""
        field = self.of(connection, actor, tournament_id, lock=lock)
        if not self.organises(connection, actor, field.tournament):
            raise errors.NotTheOrganiser(field.tournament.organiser_id)
        return field

    def organises(self, connection: Connection, actor: Actor, tournament: Tournament) -> bool:
        """Whether the actor is its organiser or rules over matches there."""
        chosen = server_settings.get(connection, tournament.server_id)
        return actor.id == tournament.organiser_id or manages(actor, chosen)

    def before(self, connection: Connection, tournament: Tournament) -> Field | None:
        """The season before as things are; None for the first one."""
        number = tournament.previous_id
        return None if number is None else self.read(connection, number)

    def write(self, connection: Connection, tournament: Tournament, new: NewEvent) -> None:
        """Write into the log, have people hear of it, and have it looked at what is due."""
        number = storage.write(connection, tournament.id, new, self.now())
        if new.kind in NEWS:
            storage.note_news(connection, tournament, number, self.now())
        if new.kind in TOLD:
            field = self.read(connection, tournament.id)
            people = _concerned(field, new.kind, new.player_id)
            storage.note_lines(connection, tournament, number, people, self.now())
        if new.kind is TournamentEvent.OVER and FORMATS[tournament.kind].rests is not None:
            self._events.tell(connection, SeasonOver(tournament), self.now())
        self.wake(connection, tournament.id)

    def wake(
        self, connection: Connection, tournament_id: TournamentId, at: datetime | None = None
    ) -> None:
        """Have it looked at what is due, now or then."""
        due_at = at or self.now()
        timers.set_timer(connection, TimerKind.TOURNAMENT, tournament_id, due_at)

    def card(self, connection: Connection, field: Field) -> TournamentCard:
        """What everybody sees of it."""

        def worked_out() -> TournamentCard:
            card = card_of(field)
            assert card.digest  # which takes as long
            return card

        return asked_of(connection, field, worked_out)

    def note(self, connection: Connection, field: Field) -> None:
        """Have the card follow, if it would read otherwise."""
        tournament, card = field.tournament, self.card(connection, field)
        if card.digest != tournament.shown:
            queue, subject = f"tournament:{tournament.id}", (storage.tournaments, tournament.id)
            row = outbox.NewMessage(MessageKind.TOURNAMENT, tournament.id, queue, subject)
            outbox.update_message(connection, row, self.now(), tournament.shown_at)


def asked_of(connection: Connection, field: Field, work: Callable[[], Found]) -> Found:
    """What is worked out of the field; of a large one while nothing else waits for it."""
    return aside(connection, work) if len(field.entrants) > LARGE else work()


def card_of(field: Field) -> TournamentCard:
    """What everybody sees of it."""
    played = format_of(field)
    late = played.by_rounds and played.takes(field)
    return TournamentCard(field, played.tables(field), field.tournament.is_open or late)


def winner_of(field: Field) -> PlayerId | None:
    """Who has won a tournament that is over, alone; None for one that was cancelled, or shared."""
    if field.tournament.state is not TournamentState.OVER:
        return None
    tables = format_of(field).tables(field)
    first = [row for row in tables[0].rows if row.standing and row.standing.place == 1]
    return first[0].player_id if len(first) == 1 else None


def entered(field: Field, player_id: PlayerId) -> Entrant:
    """Somebody who has entered; raises NotIn."""
    if player_id not in field.by_id:
        raise errors.NotIn(field.tournament, player_id)
    return field.by_id[player_id]


def check_going_on(field: Field) -> None:
    """Raise TournamentOver for one that is over or cancelled."""
    if field.tournament.state in storage.ENDED:
        raise errors.TournamentOver(field.tournament, winner_of(field))


def _concerned(field: Field, kind: TournamentEvent, player_id: PlayerId | None) -> set[PlayerId]:
    """To whom an entry of the log is something of their own."""
    if kind in TAKEN_OUT:
        return set() if player_id is None else {player_id}
    if kind is TournamentEvent.ROUND:
        newest = [each for each in field.pairings if each.seats.round == latest_round(field)]
        told = (None, PairingOutcome.ZERO_BYE)
        return {who for each in newest if each.seats.decided in told for who in each.players}
    if kind is TournamentEvent.OVER:
        tables = format_of(field).tables(field)
        return {row.player_id for table in tables for row in table.rows if row.move}
    return set()


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
