"""What players and organisers do in tournaments."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.matches import Now, checked_reason, game_of, two_player_variant
from bot.core.people import players
from bot.core.people.settings import managed, server_of, server_settings
from bot.features.challenges import check_clock, check_game
from bot.features.places import LostSetting, WhatIsLost
from bot.features.ratings import points
from bot.features.timekeeping import RunningContest, WhatGoesOn
from bot.features.tournaments import errors, storage
from bot.features.tournaments.acts import (
    ACTS,
    NO_DETAILS,
    Act,
    Doing,
    Given,
    begins,
    checked_clock,
    checked_name,
)
from bot.features.tournaments.eligibility import BARRED_FOR, played, rated
from bot.features.tournaments.formats import FORMATS, Setup, format_of
from bot.features.tournaments.log import (
    TournamentLog,
    check_going_on,
    check_place,
    entrant_of,
)
from bot.features.tournaments.progress import NEWCOMER, Progress
from bot.features.tournaments.storage import NewEvent
from bot.features.tournaments.values import (
    Entrant,
    Event,
    Field,
    Reliance,
    Tournament,
    TournamentView,
)
from data.database import Database, reads, run_in_thread, writes
from data.ids import MatchId, TournamentId
from data.states import TournamentEvent, TournamentState
from rules.texts import Text

ON_PAGE = 10
"""How many entries of the log a page has."""
MOST_AT_ONCE = 5
"""How many tournaments of a server a player can be in at once."""
MOST_OPEN = 20
"""How many tournaments a server can have that are not over."""


def lost_entry_roles(connection: Connection, reach: WhatIsLost) -> Iterator[LostSetting]:
    """Tournaments whose role for players was deleted."""
    says = Text("The role that may enter **{tournament}** was deleted, so everybody may enter.")
    for each in storage.in_server(connection, reach.server_id):
        role_id = each.rules.role_id
        if role_id is not None and not reach.has_role(role_id):
            yield LostSetting(says.of(tournament=each.name), each.id)


def contests_of(connection: Connection, asked: WhatGoesOn) -> tuple[RunningContest, ...]:
    """The tournaments in which a person plays, in all servers."""
    return tuple(
        RunningContest(each.name, FORMATS[each.kind].by_rounds)
        for each, entrant in storage.of_player(connection, asked.player_id)
        if each.has_begun and entrant.plays
    )


@dataclass(eq=False)
class TournamentService:
    """Entering, leaving, looking and organising. Refusals are ServiceErrors.

    The same interaction again gives the same answer. Every method raises NoServerHere, and
    UnknownTournament for a tournament of another server.
    """

    _database: Database
    _log: TournamentLog
    _progress: Progress
    _now: Now

    @reads
    def here(self, connection: Connection, actor: Actor) -> tuple[Tournament, ...]:
        """The tournaments of the actor's server that are not over, the newest first."""
        return storage.in_server(connection, server_of(actor))

    @reads
    def meant(
        self, connection: Connection, actor: Actor, named: TournamentId | None
    ) -> tuple[Tournament, ...]:
        """The tournament ``named``, else all that are not over, else the last one.

        Raises NoTournamentHere.
        """
        if named is not None:
            return (storage.of_server(connection, server_of(actor), named),)
        found = storage.in_server(connection, server_of(actor))
        found = found or storage.in_server(connection, server_of(actor), storage.ENDED)[:1]
        if not found:
            raise errors.NoTournamentHere
        return found

    @reads
    def look(
        self, connection: Connection, actor: Actor, tournament_id: TournamentId
    ) -> TournamentView:
        """The tournament as the actor sees it. Raises UnknownTournament."""
        return self._view(connection, actor, tournament_id)

    @reads
    def reliance(
        self, connection: Connection, tournament_id: TournamentId, match_id: MatchId
    ) -> Reliance | None:
        """Who plays on because of a match's result, or that all is over; None if nobody does."""
        field = self._log.read(connection, tournament_id)
        if field.tournament.state is TournamentState.OVER:
            return Reliance((), format_of(field).is_final(field, match_id), over=True)
        return format_of(field).reliance(field, match_id)

    @reads
    def history(
        self, connection: Connection, actor: Actor, tournament_id: TournamentId, before: int | None
    ) -> tuple[Event, ...]:
        """A page of the log before an entry, the latest first, and one entry more if any."""
        storage.of_server(connection, server_of(actor), tournament_id)
        return storage.events(connection, tournament_id, before, ON_PAGE + 1)

    @writes
    def enter(
        self, connection: Connection, actor: Actor, tournament_id: TournamentId, *, stays: bool
    ) -> TournamentView:
        """Enter the actor; into a league that has begun from the next season on.

        ``stays``: also into all that follow; an entrant can enter again to change this.

        Raises TournamentOver, HasBegun, AlreadyIn, TournamentFull, EnteredTooMany, WithdrawnLately,
        EntryByInvitation, RatingOutside, TooFewMatches or NeedsRole.
        """
        field = self._log.of(connection, actor, tournament_id, lock=True)
        if storage.written_at(connection, actor.key) is None:
            check_going_on(field)
            own = field.by_id.get(actor.id)
            if own is not None and own.is_in and own.stays != stays:
                storage.change_entrant(connection, tournament_id, actor.id, stays=stays)
            else:
                check_place(field, actor.id)
                self._check_entry(connection, actor, field)
                now = self._now()
                players.ensure(connection, [actor.id], now)
                entrant = Entrant(actor.id, now, stays)
                storage.add_entrant(connection, tournament_id, entrant)
                new = NewEvent(TournamentEvent.ENTERED, actor.key, actor.id)
                self._log.write(connection, field.tournament, new)
        return self._view(connection, actor, tournament_id)

    @writes
    def leave(
        self, connection: Connection, actor: Actor, tournament_id: TournamentId
    ) -> TournamentView:
        """Leave before one's first game. Raises TournamentOver, NotIn or HasBegun."""
        field = self._log.of(connection, actor, tournament_id, lock=True)
        if storage.written_at(connection, actor.key) is None:
            check_going_on(field)
            entrant = entrant_of(field, actor.id)
            if entrant.number is not None:
                raise errors.HasBegun(field.tournament)
            storage.remove_entrant(connection, tournament_id, actor.id)
            new = NewEvent(TournamentEvent.LEFT, actor.key, actor.id)
            self._log.write(connection, field.tournament, new)
        return self._view(connection, actor, tournament_id)

    @writes
    def sit_out(
        self, connection: Connection, actor: Actor, tournament_id: TournamentId
    ) -> TournamentView:
        """Sit out the next round or season, or play it after all.

        Raises TournamentOver, NotIn, HasBegun, NoSittingOut or SatOutBefore.
        """
        field = self._log.of(connection, actor, tournament_id, lock=True)
        if storage.written_at(connection, actor.key) is None:
            check_going_on(field)
            entrant = entrant_of(field, actor.id)
            before = self._log.previous(connection, field.tournament)
            format_of(field).check_sitting_out(field, entrant, before)
            sits_out = not entrant.sits_out
            storage.change_entrant(connection, tournament_id, actor.id, sits_out=sits_out)
            new = NewEvent(TournamentEvent.SITS_OUT, actor.key, actor.id)
            self._log.write(connection, field.tournament, new)
        return self._view(connection, actor, tournament_id)

    @writes
    def withdraw(
        self, connection: Connection, actor: Actor, tournament_id: TournamentId
    ) -> TournamentView:
        """Give up all games. Raises TournamentOver, NotBegun, NotIn or AlreadyOut."""
        field = self._log.of(connection, actor, tournament_id, lock=True)
        if storage.written_at(connection, actor.key) is None:
            check_going_on(field)
            entrant = entrant_of(field, actor.id)
            if not field.tournament.has_begun or entrant.number is None:
                raise errors.NotBegun(field.tournament)
            if not entrant.is_in:
                raise errors.AlreadyOut(entrant.player_id)
            kind = TournamentEvent.WITHDREW
            self._progress.withdraw(connection, field.tournament, entrant, kind, actor.key)
        return self._view(connection, actor, tournament_id)

    @writes
    def create(self, connection: Connection, actor: Actor, setup: Setup) -> Field:
        """Create a tournament that people can enter, and post its card in the channel.

        Raises UnknownGame, UnknownVariant, TournamentForTwo, UnreadableClock, TournamentNeedsClock,
        ClockTooQuick, GameNotAllowed, ClockNotAllowed, BadName, TooManyTournaments, LeagueExists,
        RatingsCrossed, PlacesOutside or BadRules.
        """
        made = storage.with_key(connection, actor.key)
        if made is not None:
            return self._log.read(connection, made)
        info, clock = game_of(setup.game).info, checked_clock(setup.clock)
        variant = two_player_variant(info, setup.variant)
        if variant is None:
            raise errors.TournamentForTwo(info)
        rules, name = setup.rules, checked_name(setup.name) if setup.name else ""
        server_id, now = managed(connection, actor), self._now()
        players.ensure_server(connection, server_id, now)
        players.ensure(connection, [actor.id], now)
        settings = server_settings.get(connection, server_id, lock=True)
        check_game(settings, info)
        check_clock(settings, clock)
        going_on = storage.in_server(connection, server_id)
        if len(going_on) >= MOST_OPEN:
            raise errors.TooManyTournaments(MOST_OPEN)
        for other in going_on:
            taken = (other.kind, other.game) == (setup.kind, info.id)
            if taken and FORMATS[setup.kind].in_seasons:
                raise errors.LeagueExists(other)
        made = storage.add(
            connection,
            server_id=server_id,
            kind=setup.kind,
            name=name,
            game=info.id,
            variant=variant.id,
            clock=str(clock),
            rated=setup.rated,
            rules=rules,
            organiser_id=actor.id,
            channel_id=setup.channel_id,
            begins_at=begins(setup, now),
            created_at=now,
            key=actor.key,
        )
        field = self._log.read(connection, made)
        event = NewEvent(TournamentEvent.CREATED, actor.key, by_id=actor.id)
        self._log.write(connection, field.tournament, event)
        return field

    @reads
    def check(self, connection: Connection, actor: Actor, tournament_id: TournamentId) -> Field:
        """The tournament; raises if the actor may not organise it."""
        return self._log.organised(connection, actor, tournament_id)

    @writes
    def act(
        self,
        connection: Connection,
        actor: Actor,
        tournament_id: TournamentId,
        act: Act,
        given: Given = NO_DETAILS,
    ) -> Field:
        """Do an act of an organiser, and give the field after it.

        Raises NotTheOrganiser; for acts that are written into the log TournamentOver and BadReason;
        and what the act raises. The same interaction does those once.
        """
        field = self._log.organised(connection, actor, tournament_id, lock=True)
        known, now = ACTS[act], self._now()
        doing = Doing(connection, actor, field, given, now, self._progress.matches)
        if known.event is None:
            known.does(doing)
            self._log.wake(connection, tournament_id)
        elif storage.written_at(connection, actor.key) is None:
            check_going_on(field)
            reason = None if given.reason is None else checked_reason(given.reason)
            players.ensure(connection, {actor.id, given.player_id or actor.id}, now)
            known.does(doing)
            who, other = given.player_id or None, given.opponent_id or None
            new = NewEvent(known.event, actor.key, who, actor.id, reason, opponent_id=other)
            self._log.write(connection, field.tournament, new)
        return self._log.read(connection, tournament_id)

    def _view(
        self, connection: Connection, actor: Actor, tournament_id: TournamentId
    ) -> TournamentView:
        field = self._log.of(connection, actor, tournament_id)
        tables = run_in_thread(connection, lambda: format_of(field).tables(field))
        blocked = [each for each in players.blocked_by(connection, actor.id) if each in field.by_id]
        takes = format_of(field).takes(field)
        own = field.by_id.get(actor.id)
        may = own is not None and self._may_sit_out(connection, field, own)
        act = storage.latest_act(connection, field.tournament.id)
        organises = self._log.organises(connection, actor, field.tournament)
        return TournamentView(field, tables, actor.id, tuple(blocked), takes, may, act, organises)

    def _may_sit_out(self, connection: Connection, field: Field, entrant: Entrant) -> bool:
        """Whether the button to sit out is shown: also if it refuses a second season running."""
        before = self._log.previous(connection, field.tournament)
        try:
            format_of(field).check_sitting_out(field, entrant, before)
        except ServiceError as error:
            return isinstance(error, errors.SatOutBefore)
        return True

    def _check_entry(self, connection: Connection, actor: Actor, field: Field) -> None:
        tournament, rules = field.tournament, field.tournament.rules
        theirs = storage.of_player(connection, actor.id, tournament.server_id)
        going_on = [each for each, who in theirs if each.state in storage.GOING_ON and who.is_in]
        if len(going_on) >= MOST_AT_ONCE:
            read = [self._log.read(connection, each.id) for each in going_on]
            going_on = [e.tournament for e in read if not format_of(e).is_out(e, actor.id)]
        if len(going_on) >= MOST_AT_ONCE:
            raise errors.EnteredTooMany(MOST_AT_ONCE)
        barred = storage.barred(connection, tournament.server_id, self._now() - BARRED_FOR)
        if actor.id in barred:
            late = storage.of_server(connection, tournament.server_id, barred[actor.id])
            raise errors.WithdrawnLately(late, tournament.organiser_id)
        if rules.by_invitation:
            raise errors.EntryByInvitation(tournament.organiser_id)
        role_id = self._progress.eligibility.role_of(tournament)
        if role_id is not None and role_id not in actor.person.roles:
            raise errors.NeedsRole(role_id)
        row = rated(connection, tournament, [actor.id]).get(actor.id)
        rating = NEWCOMER if row is None else points(row.rating)
        low, high = rules.rating_from, rules.rating_to
        if rating < (low or rating) or rating > (high or rating):
            raise errors.RatingOutside(low, high, rating)
        if played(row) < rules.matches:
            raise errors.TooFewMatches(tournament.info, rules.matches, played(row))
