"""What organisers do to tournaments: creating them, changing them, deciding about players.

Everything is written into the tournament's log, which everybody can read.
"""

import unicodedata
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeAlias

from sqlalchemy import Connection

from bot.core import outbox
from bot.core.actor import Actor
from bot.core.clocks import NoClock, TimedClock, parse_clock
from bot.core.matches import (
    NewEntry,
    Now,
    checked_reason,
    game_of,
    two_player_variant,
    write_ruling,
)
from bot.core.matches import storage as matches
from bot.core.people import players
from bot.core.people.settings import managed, server_settings
from bot.features import timekeeping
from bot.features.challenges import check_clock, check_game
from bot.features.tournaments import errors, storage
from bot.features.tournaments.formats import FORMATS, Setup, format_of
from bot.features.tournaments.progress import Progress
from bot.features.tournaments.service import check_place, enter
from bot.features.tournaments.storage import NewEvent, NewTournament
from bot.features.tournaments.store import TournamentStore, check_going_on, entrant_of
from bot.features.tournaments.swiss import latest_round
from bot.features.tournaments.values import Field
from data.database import Database
from data.ids import ChannelId, Key, PlayerId, TournamentId
from data.states import EntryKind, PairingOutcome, TournamentEvent, TournamentState, UnratedReason
from data.tournament_tables import NAME_LENGTH
from data.transactions import reads, writes

MOST_OPEN = 20
"""How many tournaments a server can have that are not over."""

Two: TypeAlias = tuple[PlayerId, PlayerId]
Given = ParamSpec("Given")
Act: TypeAlias = Callable[
    Concatenate["TournamentManagement", Connection, Actor, Field, Given], NewEvent
]
"""What an organiser does; it gives the entry for the log, or raises a ServiceError."""
Done: TypeAlias = Callable[
    Concatenate["TournamentManagement", Actor, TournamentId, Given], Coroutine[Any, Any, Field]
]


def acts(act: Act[Given]) -> Done[Given]:
    """Make an act a method that does it in a transaction and gives the field after it.

    The tournament must not be over, and the actor must be its organiser. The same interaction does
    it once.
    """

    def done(
        self: "TournamentManagement",
        connection: Connection,
        actor: Actor,
        tournament_id: TournamentId,
        /,
        *args: Given.args,
        **options: Given.kwargs,
    ) -> Field:
        field = self._store.organised(connection, actor, tournament_id, lock=True)
        if not storage.is_written(connection, actor.key):
            check_going_on(field)
            players.ensure(connection, [actor.id], self._now())
            new = act(self, connection, actor, field, *args, **options)
            self._store.write(connection, field.tournament, new)
        return self._store.read(connection, tournament_id)

    return writes(update_wrapper(done, act))


@dataclass(eq=False)
class TournamentManagement:
    """Creates tournaments, and does what their organisers decide.

    Every method raises NoServerHere; ``create`` NotAManager, the others UnknownTournament and
    NotTheOrganiser. What takes a public reason raises BadReason. The same interaction again gives
    the same answer.
    """

    _database: Database
    _store: TournamentStore
    _progress: Progress
    _now: Now

    @writes
    def create(self, connection: Connection, actor: Actor, setup: Setup) -> Field:
        """Create a tournament that people can enter, and post its card in the channel.

        Raises UnknownGame, UnknownVariant, TournamentForTwo, UnreadableClock, TournamentNeedsClock,
        ClockTooQuick, GameNotAllowed, ClockNotAllowed, BadName, TooManyTournaments, LeagueExists,
        RatingsCrossed, PlacesOutside or BadRules.
        """
        made = storage.with_key(connection, actor.key)
        if made is not None:
            return self._store.read(connection, made)
        info, clock = game_of(setup.game).info, _clock(setup.clock)
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
            if taken and FORMATS[setup.kind].one_per_game:
                raise errors.LeagueExists(other)
        new = NewTournament(
            server_id=server_id,
            kind=setup.kind,
            name=name,
            game=info.id,
            variant=variant.id,
            clock=str(clock),
            rated=setup.rated,
            rules=storage.written_rules(rules),
            organiser_id=actor.id,
            channel_id=setup.channel_id,
            begins_at=_begins_at(setup, now),
            created_at=now,
            key=actor.key,
        )
        field = self._store.read(connection, storage.add(connection, new))
        event = NewEvent(TournamentEvent.CREATED, actor.key, by_id=actor.id)
        self._store.write(connection, field.tournament, event)
        return field

    @reads
    def check(self, connection: Connection, actor: Actor, tournament_id: TournamentId) -> Field:
        """The tournament; raises if the actor may not organise it."""
        return self._store.organised(connection, actor, tournament_id)

    @acts
    def begin(self, connection: Connection, actor: Actor, field: Field) -> NewEvent:
        """Begin now. Raises HasBegun or TooFewPlayers."""
        if not field.tournament.is_open:
            raise errors.HasBegun(field.tournament)
        playing = sum(each.plays for each in field.entrants)
        format_of(field).check_enough(field.tournament.rules, playing)
        storage.change(connection, field.tournament.id, begins_at=self._now())
        return NewEvent(TournamentEvent.SCHEDULED, actor.key, by_id=actor.id)

    @acts
    def change(
        self,
        connection: Connection,
        actor: Actor,
        field: Field,
        setup: Setup,
        reason: str,
        *,
        begins: bool,
    ) -> NewEvent:
        """Change clock and rules of a tournament that has not begun.

        ``begins``: also change when it begins. Raises SettingsFixed, and what ``create`` raises for
        a clock and rules.
        """
        told, clock, tournament = checked_reason(reason), _clock(setup.clock), field.tournament
        if not tournament.is_open:
            raise errors.SettingsFixed(tournament)
        if str(clock) != tournament.clock:
            check_clock(server_settings.get(connection, tournament.server_id, lock=True), clock)
        rules = replace(setup, kind=tournament.kind).rules
        if not begins:
            rules = replace(rules, anchor=tournament.rules.anchor)
        at = _begins_at(setup, self._now()) if begins else tournament.begins_at
        values = {"clock": str(clock), "rated": setup.rated, "begins_at": at}
        storage.change(connection, tournament.id, rules=storage.written_rules(rules), **values)
        return NewEvent(TournamentEvent.CHANGED, actor.key, by_id=actor.id, reason=told)

    @acts
    def stop(self, connection: Connection, actor: Actor, field: Field, reason: str) -> NewEvent:
        """Begin no new games; running ones go on. Raises NotBegun."""
        _switch(connection, field, TournamentState.STOPPED)
        told = checked_reason(reason)
        return NewEvent(TournamentEvent.STOPPED, actor.key, by_id=actor.id, reason=told)

    @acts
    def resume(self, connection: Connection, actor: Actor, field: Field, reason: str) -> NewEvent:
        """Begin new games again. Raises NotBegun."""
        _switch(connection, field, TournamentState.RUNNING)
        told = checked_reason(reason)
        return NewEvent(TournamentEvent.RESUMED, actor.key, by_id=actor.id, reason=told)

    @acts
    def cancel(self, connection: Connection, actor: Actor, field: Field, reason: str) -> NewEvent:
        """End it without a winner; games that run go on as friendly ones."""
        told = checked_reason(reason)
        for each in field.pairings:
            if each.is_running and each.match_id is not None:
                matches.change(connection, each.match_id, unrated=UnratedReason.FRIENDLY)
        values = {"state": TournamentState.CANCELLED, "ended_at": self._now()}
        storage.change(connection, field.tournament.id, **values)
        return NewEvent(TournamentEvent.CANCELLED, actor.key, by_id=actor.id, reason=told)

    @acts
    def close_round(
        self, connection: Connection, actor: Actor, field: Field, reason: str
    ) -> NewEvent:
        """Pair the next Swiss round though this one is not over.

        Raises NotBegun or LastRoundPaired.
        """
        told, tournament = checked_reason(reason), field.tournament
        if not tournament.has_begun or not format_of(field).by_rounds:
            raise errors.NotBegun(tournament)
        if latest_round(field) >= tournament.rules.rounds:
            raise errors.LastRoundPaired(tournament)
        storage.change(connection, tournament.id, closes_at=self._now())
        return NewEvent(TournamentEvent.CLOSED, actor.key, by_id=actor.id, reason=told)

    @acts
    def keep_apart(
        self, _: Connection, actor: Actor, field: Field, two: Two, reason: str
    ) -> NewEvent:
        """Never pair two players of a Swiss, from the next round on. Raises NotIn."""
        told = checked_reason(reason)
        one, other = (entrant_of(field, each).player_id for each in two)
        kind = TournamentEvent.KEPT_APART
        return NewEvent(kind, actor.key, one, actor.id, told, opponent_id=other)

    @acts
    def rename(
        self, connection: Connection, actor: Actor, field: Field, name: str, reason: str
    ) -> NewEvent:
        """Give it another name. Raises BadName."""
        known, told = checked_name(name), checked_reason(reason)
        storage.change(connection, field.tournament.id, name=known)
        return NewEvent(TournamentEvent.RENAMED, actor.key, by_id=actor.id, reason=told)

    @writes
    def post(
        self,
        connection: Connection,
        actor: Actor,
        tournament_id: TournamentId,
        channel_id: ChannelId,
    ) -> Field:
        """Post the card and new games in this channel from now on.

        Running games move there if the bot cannot be where they are played.
        """
        field = self._store.organised(connection, actor, tournament_id, lock=True)
        values = {"channel_id": channel_id, "message_id": None, "shown": None, "shown_at": None}
        storage.change(connection, tournament_id, **values)
        waiting = (f"tournament:{tournament_id}", f"tournament_news:{tournament_id}")
        outbox.redirect(connection, waiting, channel_id, self._now())
        field = self._store.read(connection, tournament_id)
        self._move_games(connection, field, actor, channel_id)
        self._store.wake(connection, tournament_id)
        self._store.queue_card(connection, field)
        return field

    def _move_games(
        self, connection: Connection, field: Field, actor: Actor, channel_id: ChannelId
    ) -> None:
        """Move games that stand still because the bot is absent; their clocks run again."""
        played = self._progress.matches
        for match_id in [each.match_id for each in field.pairings if each.is_running]:
            match = None if match_id is None else matches.get(connection, match_id, lock=True)
            if match is None or match.absent_since is None:
                continue
            timekeeping.move_match(connection, match, channel_id, self._now())
            state, key = played.read(connection, match.id), Key(f"{actor.key}:{match.id}")
            text = write_ruling(str(channel_id), "")
            played.append(connection, state, NewEntry(EntryKind.PLACE, text, None, actor.id, key))

    @writes
    def put_in(
        self,
        connection: Connection,
        actor: Actor,
        tournament_id: TournamentId,
        player_id: PlayerId,
    ) -> Field:
        """Add a player, whatever the limits are; to a league for one season.

        Raises TournamentOver, HasBegun, AlreadyIn or TournamentFull.
        """
        field = self._store.organised(connection, actor, tournament_id, lock=True)
        if not storage.is_written(connection, actor.key):
            check_going_on(field)
            check_place(field, player_id)
            enter(connection, self._store, field, actor, player_id, stays=False)
        return self._store.read(connection, tournament_id)

    @acts
    def expel(
        self, connection: Connection, actor: Actor, field: Field, player_id: PlayerId, reason: str
    ) -> NewEvent:
        """Withdraw a player, or remove their entry before their first game.

        Raises NotIn or AlreadyOut.
        """
        told, entrant = checked_reason(reason), entrant_of(field, player_id)
        if not entrant.is_in:
            raise errors.AlreadyOut(entrant)
        if entrant.number is None:
            storage.remove_entrant(connection, field.tournament.id, player_id)
        else:
            gone = {"withdrawn_at": self._now(), "withdrawn": TournamentEvent.EXPELLED}
            storage.change_entrant(connection, field.tournament.id, player_id, **gone)
        return NewEvent(TournamentEvent.EXPELLED, actor.key, player_id, actor.id, told)

    @acts
    def readmit(
        self, connection: Connection, actor: Actor, field: Field, player_id: PlayerId, reason: str
    ) -> NewEvent:
        """Readmit a withdrawn player, and forgive their games lost on time.

        Games that have ended stay as they are; those that have not begun are played. Raises NotIn,
        or OwnFavour for oneself.
        """
        if player_id == actor.id:
            raise errors.OwnFavour
        told, entrant = checked_reason(reason), entrant_of(field, player_id)
        gone = TournamentEvent.SUBSTITUTED
        if entrant.is_in or entrant.withdrawn is gone or not field.tournament.has_begun:
            raise errors.NotIn(field.tournament, player_id)
        back = {"withdrawn_at": None, "withdrawn": None, "forgiven_at": self._now()}
        storage.change_entrant(connection, field.tournament.id, player_id, **back)
        return NewEvent(TournamentEvent.READMITTED, actor.key, player_id, actor.id, told)

    @acts
    def decide(
        self,
        connection: Connection,
        actor: Actor,
        field: Field,
        two: Two,
        winner_id: PlayerId | None,
        reason: str,
    ) -> NewEvent:
        """Decide the games of two players that have not begun; without a winner both lose.

        An actor who is one of the two can only let the other win. Raises NothingToDecide or
        OwnFavour.
        """
        if actor.id in two and winner_id in (None, actor.id):
            raise errors.OwnFavour
        told, (one, other) = checked_reason(reason), two
        found = [
            each
            for each in field.pairings
            if {*each.players} == {one, other} and each.is_open and each.match_id is None
        ]
        if not found:
            raise errors.NothingToDecide
        for each in found:
            decided = PairingOutcome.NEITHER
            if winner_id is not None:
                is_first = each.seats.first_id == winner_id
                decided = PairingOutcome.FIRST if is_first else PairingOutcome.SECOND
            storage.change_pairing(connection, each.id, decided=decided)
        best = winner_id or one
        worst, kind = other if best == one else one, TournamentEvent.DECIDED
        return NewEvent(kind, actor.key, best, actor.id, told, opponent_id=worst)


def _begins_at(setup: Setup, now: datetime) -> datetime | None:
    return None if setup.days is None else now + timedelta(days=setup.days)


def checked_name(name: str) -> str:
    """The name on one line; raises BadName."""
    seen = (" " if each.isspace() else each for each in name)
    kept = "".join(each for each in seen if unicodedata.category(each)[0] != "C")
    flat = " ".join(kept.split())
    if len(flat) > NAME_LENGTH or not any(each.isalnum() for each in flat):
        raise errors.BadName(NAME_LENGTH)
    return flat


def _clock(typed: str) -> TimedClock:
    clock = parse_clock(typed)
    if isinstance(clock, NoClock):
        raise errors.TournamentNeedsClock
    if clock.live:
        raise errors.ClockTooQuick(clock)
    return clock


def _switch(connection: Connection, field: Field, state: TournamentState) -> None:
    if not field.tournament.has_begun or field.tournament.state is state:
        raise errors.NotBegun(field.tournament)
    storage.change(connection, field.tournament.id, state=state)
