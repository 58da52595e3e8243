"""Reads whole tournaments inside a transaction, writes their log, and wakes them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.core import timers
from bot.core.actor import Actor
from bot.core.events import NO_LISTENERS, Events
from bot.core.matches import Now
from bot.core.people.settings import manages, server_of, server_settings
from bot.features.tournaments import errors, storage
from bot.features.tournaments.formats import FORMATS, format_of, rescored, staying
from bot.features.tournaments.storage import TOURNAMENT_TIMER, NewEvent
from bot.features.tournaments.values import Entrant, Event, Field, Tournament, TournamentCard
from data.database import run_in_thread
from data.ids import PlayerId, ServerId, TournamentId
from data.states import PairingOutcome, TournamentEvent, TournamentState
from rules.texts import Text

TAKEN_OUT = frozenset(
    {
        TournamentEvent.TIMED_OUT,
        TournamentEvent.EXPELLED,
        TournamentEvent.UNFIT,
        TournamentEvent.SUBSTITUTED,
    }
)
"""Events by which a player is out."""
NEWS = frozenset(TournamentEvent) - {
    TournamentEvent.CREATED,
    TournamentEvent.ENTERED,
    TournamentEvent.LEFT,
    TournamentEvent.SITS_OUT,
    TournamentEvent.SCHEDULED,
    TournamentEvent.PUT_IN,
    TournamentEvent.REPLACED,
}
"""Events that are announced in the channel."""
PERSONAL = TAKEN_OUT | {TournamentEvent.ROUND, TournamentEvent.OVER}
"""Events of which some players get a notice of their own."""


@dataclass(frozen=True, slots=True)
class SeasonOver:
    """An event: a tournament of a format with seasons is over."""

    tournament: Tournament


@dataclass(frozen=True, slots=True)
class TournamentNotice:
    """What an entry of the log means for one player: a game of a new round, going up or down, or
    that they are out. ``direct`` is False if direct messages are closed, so that it mentions them.
    """

    player_id: PlayerId
    field: Field
    event: Event
    direct: bool = True

    @property
    def move(self) -> int:
        """1 if the player goes up at the end of a season, -1 if they go down."""
        rows = [row for table in format_of(self.field).tables(self.field) for row in table.rows]
        return next((row.move for row in rows if row.player_id == self.player_id), 0)


class TournamentLog:
    """Reads tournaments with all entrants and pairings, and writes their log."""

    def __init__(self, now: Now, events: Events = NO_LISTENERS) -> None:
        self.now = now
        self._events = events

    def read(self, connection: Connection, tournament_id: TournamentId) -> Field:
        """The tournament with current scores. Raises UnknownTournament."""
        found = storage.get(connection, tournament_id)
        if found is None:
            raise errors.UnknownTournament
        return rescored(storage.field_of(connection, found))

    def of(
        self,
        connection: Connection,
        actor: Actor,
        tournament_id: TournamentId,
        *,
        lock: bool = False,
    ) -> Field:
        """The same for a tournament of the actor's server; else raises UnknownTournament.

        ``lock``: nobody else changes it until this transaction ends.
        """
        found = storage.of_server(connection, server_of(actor), tournament_id, lock=lock)
        return rescored(storage.field_of(connection, found))

    def organised(
        self,
        connection: Connection,
        actor: Actor,
        tournament_id: TournamentId,
        *,
        lock: bool = False,
    ) -> Field:
        """The same for an actor who organises it; else raises NotTheOrganiser."""
        field = self.of(connection, actor, tournament_id, lock=lock)
        if not self.organises(connection, actor, field.tournament):
            raise errors.NotTheOrganiser(field.tournament.organiser_id)
        return field

    def organises(self, connection: Connection, actor: Actor, tournament: Tournament) -> bool:
        """Whether the actor is its organiser or a manager of the server."""
        chosen = server_settings.get(connection, tournament.server_id)
        return actor.id == tournament.organiser_id or manages(actor, chosen)

    def previous(self, connection: Connection, tournament: Tournament) -> Field | None:
        """The season before; None for the first one."""
        number = tournament.previous_id
        return None if number is None else self.read(connection, number)

    def write(self, connection: Connection, tournament: Tournament, new: NewEvent) -> None:
        """Write an entry of the log, queue its messages, and wake the tournament."""
        number = storage.write(connection, tournament.id, new, self.now())
        if new.kind in NEWS:
            storage.CARD.queue_news(connection, tournament.id, number, self.now())
        if new.kind in PERSONAL:
            field = self.read(connection, tournament.id)
            people = _concerned(field, new.kind, new.player_id)
            storage.queue_notices(connection, tournament, number, people, self.now())
        if new.kind is TournamentEvent.OVER and FORMATS[tournament.kind].in_seasons:
            self._events.tell(connection, SeasonOver(tournament), self.now())
        self.wake(connection, tournament.id)

    def wake(
        self, connection: Connection, tournament_id: TournamentId, at: datetime | None = None
    ) -> None:
        """Set the timer at which ``Progress`` does what is due, now or ``at`` a time."""
        due_at = at or self.now()
        timers.set_timer(connection, TOURNAMENT_TIMER, tournament_id, due_at)

    def card(self, connection: Connection, field: Field) -> TournamentCard:
        """The card that everybody sees."""

        def work_out() -> TournamentCard:
            card = card_of(field)
            assert card.digest  # a cached value that takes as long
            return card

        return run_in_thread(connection, work_out)


def card_of(field: Field) -> TournamentCard:
    """The card that everybody sees."""
    played = format_of(field)
    late = played.by_rounds and played.takes(field)
    return TournamentCard(field, played.tables(field), field.tournament.is_open or late)


def entrant_of(field: Field, player_id: PlayerId) -> Entrant:
    """The entrant who is this player; raises NotIn."""
    if player_id not in field.by_id:
        raise errors.NotIn(field.tournament, player_id)
    return field.by_id[player_id]


def check_going_on(field: Field) -> None:
    """Raise TournamentOver, with its sole winner if any, if it is over or cancelled."""
    if field.tournament.state not in storage.ENDED:
        return
    first = []
    if field.tournament.state is TournamentState.OVER:
        rows = format_of(field).tables(field)[0].rows
        first = [row.player_id for row in rows if row.standing and row.standing.place == 1]
    raise errors.TournamentOver(field.tournament, first[0] if len(first) == 1 else None)


def check_place(field: Field, player_id: PlayerId) -> None:
    """Raise AlreadyIn, HasBegun, EntryEnded or TournamentFull if a player cannot get a place.

    Before it begins, as many players can wait for a place as can play.
    """
    tournament, entered = field.tournament, [each.player_id for each in field.entrants]
    if player_id in entered:
        if not field.by_id[player_id].is_in:
            raise errors.HasBegun(tournament)
        number, most = entered.index(player_id) + 1, tournament.rules.most
        if tournament.is_open and number > most:
            raise errors.TournamentFull(most, number - most)
        raise errors.AlreadyIn(number)
    played = format_of(field)
    if not played.takes(field):
        if played.by_rounds and tournament.has_begun:
            raise errors.EntryEnded(field.latest_round, tournament.rules.rounds)
        raise errors.HasBegun(tournament)
    line = tournament.rules.most if tournament.is_open else 0
    taken = sum(each.is_in for each in field.entrants)
    if tournament.has_begun and played.in_seasons:
        taken = len(staying(field))  # a player who enters now plays in the next season
    if taken >= tournament.rules.most + line:
        raise errors.TournamentFull(tournament.rules.most)


def _concerned(field: Field, kind: TournamentEvent, player_id: PlayerId | None) -> set[PlayerId]:
    """The players who get a notice of an entry of the log."""
    if kind in TAKEN_OUT:
        return set() if player_id is None else {player_id}
    if kind is TournamentEvent.ROUND:
        newest = [each for each in field.pairings if each.seats.round == field.latest_round]
        told = (None, PairingOutcome.ZERO_BYE)
        return {who for each in newest if each.seats.decided in told for who in each.players}
    if kind is TournamentEvent.OVER:
        tables = format_of(field).tables(field)
        return {row.player_id for table in tables for row in table.rows if row.move}
    return set()


TITLES = 3
"""From how many of the latest tournaments titles are shown."""


@dataclass(frozen=True, slots=True)
class Title:
    """A player's place in a tournament that is over.

    ``players`` counts those of the group. ``group`` and ``season`` are None if there is none.
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
    """The places of a player in tournaments of a server, the latest first."""
    entered = storage.of_player(connection, player_id, server_id)
    over = [each for each, _ in entered if each.state is TournamentState.OVER]
    found = [_title(connection, each, player_id) for each in over[:TITLES]]
    return tuple(each for each in found if each is not None)


def champion_of(connection: Connection, server_id: ServerId, game: str) -> PlayerId | None:
    """The winner of the last season of a game's league in a server; None before the first.

    A shared first place goes to the player who was higher the season before.
    """
    ended = storage.in_server(connection, server_id, (TournamentState.OVER,))
    for each in ended:
        if each.game == game and FORMATS[each.kind].in_seasons:
            field = rescored(storage.field_of(connection, each))
            first = format_of(field).tables(field)[0].rows[0]
            return first.player_id if first.standing else None
    return None


def _title(connection: Connection, tournament: Tournament, player_id: PlayerId) -> Title | None:
    field = rescored(storage.field_of(connection, tournament))
    season = tournament.number if format_of(field).in_seasons else None
    for table in format_of(field).tables(field):
        for row in table.rows:
            if row.player_id == player_id and row.standing is not None:
                standing, players = row.standing, len(table.rows)
                reached = standing.place, standing.shared
                return Title(tournament, *reached, players, table.name, season)
    return None
