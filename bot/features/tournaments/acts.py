"""The acts of organisers: when each is possible, and what it asks, changes and says."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection

from bot.core.actor import Actor
from bot.core.clocks import NoClock, TimedClock, parse_clock
from bot.core.matches import MatchStore, NewEntry, write_ruling
from bot.core.matches import storage as matches
from bot.core.people.settings import server_settings
from bot.features import timekeeping
from bot.features.challenges import check_clock
from bot.features.tournaments import errors, storage
from bot.features.tournaments.formats import Setup, format_of
from bot.features.tournaments.log import check_place, entrant_of
from bot.features.tournaments.values import Entrant, Field, Tournament
from data.ids import Key, PlayerId
from data.states import EntryKind, PairingOutcome, TournamentEvent, TournamentState, UnratedReason
from data.tournament_tables import NAME_LENGTH
from rules.texts import BLANK, NOTHING, Text


class Act(StrEnum):
    """What a button of the panel does; ``SHOW``, ``PICK`` and ``BEGIN`` show another panel."""

    SHOW = "show"
    PICK = "pick"
    BEGIN = "begin"
    START = "start"
    STOP = "stop"
    RESUME = "resume"
    RENAME = "rename"
    HERE = "here"
    CANCEL = "cancel"
    PUT_IN = "put_in"
    EXPEL = "expel"
    READMIT = "readmit"
    WON = "won"
    BOTH_LOSE = "both_lose"
    CLOSE = "close"
    KEEP_APART = "keep_apart"
    EXPORT = "export"
    SETTINGS = "settings"


class Question(StrEnum):
    """What the form of an act asks."""

    NAME = "name"
    REASON = "reason"


NOBODY = PlayerId(0)


@dataclass(frozen=True, slots=True)
class Given:
    """What an act is about, and what the organiser typed.

    ``begins``: whether the ``setup`` also changes when it begins. ``reason`` is None for acts that
    ask for none.
    """

    player_id: PlayerId = NOBODY
    opponent_id: PlayerId = NOBODY
    reason: str | None = None
    name: str = ""
    setup: Setup | None = None
    begins: bool = False


NO_DETAILS = Given()


@dataclass(frozen=True, slots=True)
class Doing:
    """An act that is being done now, in a transaction that has locked the tournament."""

    connection: Connection
    actor: Actor
    field: Field
    given: Given
    now: datetime
    matches: MatchStore

    @property
    def tournament(self) -> Tournament:
        return self.field.tournament

    @property
    def entrant(self) -> Entrant:
        """The entrant whom it is about; raises NotIn."""
        return entrant_of(self.field, self.given.player_id)

    def change(self, **values: Any) -> None:
        """Set columns of the tournament."""
        storage.change(self.connection, self.tournament.id, **values)

    def change_entrant(self, **values: Any) -> None:
        """Set columns of the entrant whom it is about."""
        player_id = self.given.player_id
        storage.change_entrant(self.connection, self.tournament.id, player_id, **values)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganisersAct:
    """An act of organisers.

    - ``label``: of its button, which is red if it ``is_grave``.
    - ``about``: how many players it is about. ``when``: whether it is possible now, about this
      entrant if any.
    - ``asks``: what its form asks; ``title``: the form's title, if not the label.
    - ``does``: checks and makes the change; raises a ServiceError.
    - ``event``: its entry in the log, ``logged`` as a sentence; None: it is not written there.
    - ``done`` is said afterwards, and ``follows`` before and after.
    """

    label: Text
    is_grave: bool = False
    about: int = 0
    when: Callable[[Field, Entrant | None], bool] = lambda *_: True
    asks: tuple[Question, ...] = ()
    title: Text | None = None
    does: Callable[[Doing], None] = lambda _: None
    event: TournamentEvent | None = None
    logged: Text = NOTHING
    done: Text = NOTHING
    follows: tuple[Text, ...] = ()


def _begin(doing: Doing) -> None:
    """Begin now. Raises HasBegun or TooFewPlayers."""
    tournament = doing.tournament
    if not tournament.is_open:
        raise errors.HasBegun(tournament)
    playing = sum(each.plays for each in doing.field.entrants)
    format_of(doing.field).check_enough(tournament.rules, playing)
    doing.change(begins_at=doing.now)


def _change_settings(doing: Doing) -> None:
    """Change clock and rules of a tournament that has not begun.

    Raises SettingsFixed, and what creating one raises for a clock and rules.
    """
    setup, tournament = doing.given.setup, doing.tournament
    assert setup is not None
    clock = checked_clock(setup.clock)
    if not tournament.is_open:
        raise errors.SettingsFixed(tournament)
    if str(clock) != tournament.clock:
        settings = server_settings.get(doing.connection, tournament.server_id, lock=True)
        check_clock(settings, clock)
    rules, begins_at = replace(setup, kind=tournament.kind).rules, begins(setup, doing.now)
    if not doing.given.begins:
        rules = replace(rules, anchor=tournament.rules.anchor)
        begins_at = tournament.begins_at
    doing.change(clock=str(clock), rated=setup.rated, begins_at=begins_at, rules=rules)


def _switch(doing: Doing, state: TournamentState) -> None:
    """Pause or resume it. Raises NotBegun."""
    if not doing.tournament.has_begun or doing.tournament.state is state:
        raise errors.NotBegun(doing.tournament)
    doing.change(state=state)


def _cancel(doing: Doing) -> None:
    """End it without a winner; games that run go on as friendly ones."""
    for each in doing.field.pairings:
        if each.is_running and each.match_id is not None:
            matches.change(doing.connection, each.match_id, unrated=UnratedReason.FRIENDLY)
    doing.change(state=TournamentState.CANCELLED, ended_at=doing.now)


def _close_round(doing: Doing) -> None:
    """Pair the next Swiss round though this one is not over.

    Raises NotBegun or LastRoundPaired.
    """
    tournament = doing.tournament
    if not tournament.has_begun or not format_of(doing.field).by_rounds:
        raise errors.NotBegun(tournament)
    if doing.field.latest_round >= tournament.rules.rounds:
        raise errors.LastRoundPaired(tournament)
    doing.change(closes_at=doing.now)


def _post_here(doing: Doing) -> None:
    """Post the card and new games in this channel from now on.

    Running games move there if they stand still because the bot is absent; their clocks run again.
    """
    channel_id, tournament_id = doing.actor.place.channel_id, doing.tournament.id
    storage.CARD.move(doing.connection, tournament_id, channel_id, doing.now)
    for match_id in [each.match_id for each in doing.field.pairings if each.is_running]:
        match = None if match_id is None else matches.get(doing.connection, match_id, lock=True)
        if match is None or match.absent_since is None:
            continue
        timekeeping.move_match(doing.connection, match, channel_id, doing.now)
        key = Key(f"{doing.actor.key}:{match.id}")
        text = write_ruling(str(channel_id), "")
        entry = NewEntry(EntryKind.PLACE, text, None, doing.actor.id, key)
        doing.matches.append(
            doing.connection, doing.matches.read(doing.connection, match.id), entry
        )


def _put_in(doing: Doing) -> None:
    """Add a player, whatever the limits are; to a league for one season.

    Raises HasBegun, AlreadyIn or TournamentFull.
    """
    player_id = doing.given.player_id
    check_place(doing.field, player_id)
    entrant = Entrant(player_id, doing.now, stays=False)
    storage.add_entrant(doing.connection, doing.tournament.id, entrant)


def _expel(doing: Doing) -> None:
    """Withdraw a player, or remove their entry before their first game.

    Raises NotIn or AlreadyOut.
    """
    entrant = doing.entrant
    if not entrant.is_in:
        raise errors.AlreadyOut(entrant.player_id)
    if entrant.number is None:
        storage.remove_entrant(doing.connection, doing.tournament.id, entrant.player_id)
    else:
        doing.change_entrant(withdrawn_at=doing.now, withdrawn=TournamentEvent.EXPELLED)


def _readmit(doing: Doing) -> None:
    """Readmit a withdrawn player, and forgive their games lost on time.

    Games that have ended stay as they are; those that have not begun are played. Raises NotIn, or
    OwnFavour for oneself.
    """
    if doing.given.player_id == doing.actor.id:
        raise errors.OwnFavour
    entrant, gone = doing.entrant, TournamentEvent.SUBSTITUTED
    if entrant.is_in or entrant.withdrawn is gone or not doing.tournament.has_begun:
        raise errors.NotIn(doing.tournament, entrant.player_id)
    doing.change_entrant(withdrawn_at=None, withdrawn=None, forgiven_at=doing.now)


def _decide(doing: Doing, winner_id: PlayerId | None) -> None:
    """Decide the games of two players that have not begun; without a winner both lose.

    An actor who is one of the two can only let the other win. Raises NothingToDecide or OwnFavour.
    """
    two = {doing.given.player_id, doing.given.opponent_id}
    if doing.actor.id in two and winner_id in (None, doing.actor.id):
        raise errors.OwnFavour
    found = [
        each
        for each in doing.field.pairings
        if {*each.players} == two and each.is_open and each.match_id is None
    ]
    if not found:
        raise errors.NothingToDecide
    for each in found:
        decided = PairingOutcome.NEITHER
        if winner_id is not None:
            is_first = each.seats.first_id == winner_id
            decided = PairingOutcome.FIRST if is_first else PairingOutcome.SECOND
        storage.change_pairing(doing.connection, each.id, decided=decided)


def _keep_apart(doing: Doing) -> None:
    """Never pair two players of a Swiss, from the next round on. Raises NotIn."""
    for each in (doing.given.player_id, doing.given.opponent_id):
        entrant_of(doing.field, each)


def begins(setup: Setup, now: datetime) -> datetime | None:
    """When a tournament begins; None for when its organiser starts it."""
    return None if setup.days is None else now + timedelta(days=setup.days)


def checked_clock(typed: str) -> TimedClock:
    """The clock; raises UnreadableClock, TournamentNeedsClock or ClockTooQuick."""
    clock = parse_clock(typed)
    if isinstance(clock, NoClock):
        raise errors.TournamentNeedsClock
    if clock.live:
        raise errors.ClockTooQuick(clock)
    return clock


def checked_name(name: str) -> str:
    """The name on one line; raises BadName."""
    seen = (" " if each.isspace() else each for each in name)
    kept = "".join(each for each in seen if unicodedata.category(each)[0] != "C")
    flat = " ".join(kept.split())
    if len(flat) > NAME_LENGTH or not any(each.isalnum() and each not in BLANK for each in flat):
        raise errors.BadName(NAME_LENGTH)
    return flat


def _is_open(field: Field, _: Entrant | None) -> bool:
    return field.tournament.is_open


def _goes_on(field: Field, _: Entrant | None) -> bool:
    return field.tournament.is_open or field.tournament.has_begun


def _has_further_rounds(field: Field, _: Entrant | None) -> bool:
    tournament = field.tournament
    by_rounds = tournament.has_begun and format_of(field).by_rounds
    return by_rounds and field.latest_round < tournament.rules.rounds


_WHY = (Question.REASON,)
_DECIDED = Text("{by} decided the unplayed games of {player} and {other}.")
ACTS = {
    Act.BEGIN: OrganisersAct(label=Text("Begin now", "button"), when=_is_open),
    Act.START: OrganisersAct(
        label=Text("Begin now", "button"),
        when=lambda *_: False,  # offered where BEGIN asks whether to
        does=_begin,
        event=TournamentEvent.SCHEDULED,
        logged=Text("{by} began it."),
        done=Text("It begins now."),
        follows=(Text("The games are posted in {channel}, one after the other."),),
    ),
    Act.SETTINGS: OrganisersAct(
        label=Text("Settings", "button"),
        when=_is_open,
        does=_change_settings,
        event=TournamentEvent.CHANGED,
        logged=Text("{by} changed its settings."),
    ),
    Act.CLOSE: OrganisersAct(
        label=Text("Pair the next round", "button"),
        when=_has_further_rounds,
        asks=_WHY,
        does=_close_round,
        event=TournamentEvent.CLOSED,
        logged=Text("{by} paired the next round."),
        done=Text("The next round is paired now."),
        follows=(
            Text("A game still in progress counts as half a point for the pairing."),
            Text("Its result counts when it ends."),
        ),
    ),
    Act.STOP: OrganisersAct(
        label=Text("Pause", "button"),
        when=lambda field, _: field.tournament.state is TournamentState.RUNNING,
        asks=_WHY,
        title=Text("Pause the tournament"),
        does=lambda doing: _switch(doing, TournamentState.STOPPED),
        event=TournamentEvent.STOPPED,
        logged=Text("{by} paused it: games in progress continue, and no new ones begin."),
        done=Text("It is paused."),
        follows=(
            Text("Games in progress continue, and so do their clocks."),
            Text("No new games begin until you resume it."),
        ),
    ),
    Act.RESUME: OrganisersAct(
        label=Text("Resume", "button"),
        when=lambda field, _: field.tournament.state is TournamentState.STOPPED,
        asks=_WHY,
        does=lambda doing: _switch(doing, TournamentState.RUNNING),
        event=TournamentEvent.RESUMED,
        logged=Text("{by} resumed it."),
        done=Text("It is resumed."),
        follows=(Text("Games that had to wait begin now."),),
    ),
    Act.RENAME: OrganisersAct(
        label=Text("Rename", "button"),
        when=_goes_on,
        asks=(Question.NAME, Question.REASON),
        does=lambda doing: doing.change(name=checked_name(doing.given.name)),
        event=TournamentEvent.RENAMED,
        logged=Text("{by} renamed it."),
        done=Text("It is called {name} now."),
    ),
    Act.HERE: OrganisersAct(
        label=Text("Show it here", "button"),
        when=_goes_on,
        does=_post_here,
        done=Text("Its card is posted in {channel}."),
        follows=(
            Text("New games are played there too."),
            Text("Games in progress stay where they are, if I can post there."),
        ),
    ),
    Act.EXPORT: OrganisersAct(
        label=Text("Export", "button"), when=lambda field, _: not field.tournament.is_open
    ),
    Act.CANCEL: OrganisersAct(
        label=Text("Cancel the tournament", "button"),
        is_grave=True,
        when=_goes_on,
        asks=_WHY,
        title=Text("End it without a winner"),
        does=_cancel,
        event=TournamentEvent.CANCELLED,
        logged=Text("{by} cancelled it. Games in progress continue as friendly ones."),
        done=Text("It is cancelled."),
        follows=(
            Text("Nobody wins, and it cannot be resumed."),
            Text("Games in progress continue as friendly ones."),
        ),
    ),
    Act.PUT_IN: OrganisersAct(
        label=Text("Add", "button"),
        about=1,
        when=lambda _, entrant: entrant is None,
        does=_put_in,
        event=TournamentEvent.PUT_IN,
        logged=Text("{by} added {player}."),
        done=Text("{player} has joined."),
    ),
    Act.EXPEL: OrganisersAct(
        label=Text("Withdraw a player"),
        is_grave=True,
        about=1,
        when=lambda _, entrant: entrant is not None and entrant.is_in,
        asks=_WHY,
        does=_expel,
        event=TournamentEvent.EXPELLED,
        logged=Text("{by} withdrew {player}."),
        done=Text("{player} is withdrawn, and is told why."),
    ),
    Act.READMIT: OrganisersAct(
        label=Text("Readmit", "button"),
        about=1,
        when=lambda _, entrant: entrant is not None and not entrant.is_in,
        asks=_WHY,
        does=_readmit,
        event=TournamentEvent.READMITTED,
        logged=Text("{by} readmitted {player}."),
        done=Text("{player} is back."),
        follows=(
            Text("Games that have ended stay as they are."),
            Text("Timeouts so far no longer count towards a withdrawal."),
        ),
    ),
    Act.WON: OrganisersAct(
        label=Text("Give them the win", "button"),
        about=2,
        asks=_WHY,
        does=lambda doing: _decide(doing, doing.given.player_id),
        event=TournamentEvent.DECIDED,
        logged=_DECIDED,
        follows=(Text("{player} wins the games against {other} that have not begun."),),
    ),
    Act.BOTH_LOSE: OrganisersAct(
        label=Text("Both lose", "button"),
        about=2,
        asks=_WHY,
        does=lambda doing: _decide(doing, None),
        event=TournamentEvent.DECIDED,
        logged=_DECIDED,
        follows=(Text("{player} and {other} both lose their games that have not begun."),),
    ),
    Act.KEEP_APART: OrganisersAct(
        label=Text("Keep apart", "button"),
        about=2,
        when=lambda field, _: format_of(field).by_rounds,
        asks=_WHY,
        does=_keep_apart,
        event=TournamentEvent.KEPT_APART,
        logged=Text("{by} keeps {player} and {other} apart."),
        follows=(Text("From the next round on, {player} and {other} will not be paired."),),
    ),
}
"""All acts, in the order of their buttons."""


def possible(field: Field, player_id: PlayerId, opponent_id: PlayerId) -> list[Act]:
    """The acts that are possible for the tournament, a player, or two players."""
    entrant, about = field.by_id.get(player_id), bool(player_id) + bool(opponent_id)
    return [act for act, each in ACTS.items() if each.about == about and each.when(field, entrant)]
