"""The hooks of tournaments: what follows from changes of matches and people, and their messages."""

from dataclasses import replace
from datetime import datetime
from operator import attrgetter

from sqlalchemy import Connection

from bot.core import matches
from bot.core.absences import Absence
from bot.core.outbox import Due
from bot.core.posting import (
    Direct,
    DirectMessagesClosed,
    MessageRefused,
    OnRefusal,
    Post,
    PostKind,
)
from bot.core.services import Hooks
from bot.core.timers import TimerRule, if_due
from bot.features.places import AbsenceOver, GivenUp, WhatIsLost
from bot.features.timekeeping import OutageMadeGood, Presence, WhatGoesOn
from bot.features.tournaments import errors, storage
from bot.features.tournaments.formats import format_of
from bot.features.tournaments.log import TAKEN_OUT, TournamentLog, TournamentNotice
from bot.features.tournaments.progress import Progress
from bot.features.tournaments.service import contests_of, lost_entry_roles
from bot.features.tournaments.storage import (
    TOURNAMENT_LINE_MESSAGE,
    TOURNAMENT_NEWS_MESSAGE,
    TOURNAMENT_TIMER,
    NewEvent,
)
from bot.features.tournaments.values import Tournament, TournamentCard, TournamentNews
from data.ids import Key, PlayerId, TournamentId
from data.shards import Shard
from data.states import EntryKind, TournamentEvent, TournamentState

RULED = {EntryKind.ANNUL: TournamentEvent.ANNULLED, EntryKind.FORGIVE: TournamentEvent.FORGIVEN}


class TournamentHooks:
    """Hears of changes of matches and people. A match that ends costs it one statement."""

    def __init__(self, log: TournamentLog, progress: Progress) -> None:
        self._log = log
        self._progress = progress

    def hooks(self, presence: Presence) -> Hooks:
        """A tournament is woken when one of its matches has ended or is ruled over."""
        kind = TOURNAMENT_TIMER
        held = if_due(kind, presence.owes)  # outages extend its times first
        of_tournament = attrgetter("match.tournament_id")
        of_change = attrgetter("after.match.tournament_id")
        card = storage.CARD.post_kind(self._card, self._log.now, edited={})
        return Hooks(
            check=(matches.When(of_tournament, self.check),),
            changed=(matches.Hook(self.match, matches.OF_RESULTS, of_change),),
            timers=(TimerRule(kind, self._progress.apply, storage.HOME, held=held, slow=True),),
            posts=(card, self._news(), self._notice()),
            withdraw=(self.forget,),
            hears={
                OutageMadeGood: (self.credit,),
                AbsenceOver: (self.absence_over,),
                GivenUp: (self.give_up,),
                WhatGoesOn: (contests_of,),
                WhatIsLost: (lost_entry_roles,),
            },
        )

    def check(
        self, connection: Connection, match: matches.MatchState, new: matches.NewEntry, _: datetime
    ) -> None:
        """Raise if a timeout cannot be forgiven.

        Raises IsOut if the player is not in any more, and LetPlayOnTooLate if opponents forgive a
        timeout on whose result others rely by now.
        """
        if new.kind is not EntryKind.FORGIVE or not match.match.tournament_id:
            return
        field = self._log.read(connection, match.match.tournament_id)
        if new.seat is not None:
            going_on = field.tournament.has_begun
            if not going_on or format_of(field).reliance(field, match.id):
                raise errors.LetPlayOnTooLate(field.tournament)
        for seat in match.left:
            entrant = field.by_id.get(match.match.people[seat])
            if entrant is not None and not entrant.is_in:
                raise errors.IsOut(field.tournament, entrant.player_id)

    def match(self, connection: Connection, change: matches.Change, _: datetime) -> None:
        """Write a ruling about a match into the log, and wake its tournament."""
        tournament_id = change.after.match.tournament_id
        if tournament_id is not None:
            told = _ruling(change)
            tournament = None if told is None else storage.get(connection, tournament_id)
            if tournament is not None and told is not None:
                self._log.write(connection, tournament, told)
            self._log.wake(connection, tournament_id)

    def credit(self, connection: Connection, outage: OutageMadeGood, _: datetime) -> None:
        """Postpone the beginning and ends of rounds by an outage: nobody could enter or move."""
        self._put_off(connection, outage.shard, outage.began, outage.ended)

    def absence_over(self, connection: Connection, over: AbsenceOver, now: datetime) -> None:
        """Postpone the same by the time for which the bot could not be in the channel."""
        self._put_off(connection, over.absence, over.absence.began, now)

    def give_up(self, connection: Connection, given_up: GivenUp, now: datetime) -> None:
        """Cancel tournaments in a channel that the bot could not reach for very long."""
        absence = given_up.absence
        for tournament in _going_on(connection, absence):
            values = {"state": TournamentState.CANCELLED, "ended_at": now}
            storage.change(connection, tournament.id, **values)
            key = Key(f"absence:{absence.id}:{tournament.id}")
            self._log.write(connection, tournament, NewEvent(TournamentEvent.CANCELLED, key))

    def _put_off(
        self, connection: Connection, where: Shard | Absence, since: datetime, until: datetime
    ) -> None:
        for tournament in _going_on(connection, where):
            later = {
                name: at + (until - since)
                for name in ("begins_at", "closes_at")
                if (at := getattr(tournament, name)) is not None and at > since
            }
            if tournament.has_begun:
                later.pop("begins_at", None)
            if later:
                storage.change(connection, tournament.id, **later)
                self._log.wake(connection, tournament.id)

    def forget(self, connection: Connection, player_id: PlayerId, _: datetime) -> None:
        """Withdraw a person who is being deleted from all tournaments."""
        for tournament, entrant in storage.of_player(connection, player_id):
            if tournament.state not in storage.GOING_ON or not entrant.is_in:
                continue
            locked = storage.get(connection, tournament.id, lock=True)
            if locked is None or not locked.has_begun or entrant.number is None:
                storage.remove_entrant(connection, tournament.id, player_id)
                self._log.wake(connection, tournament.id)
                continue
            self._progress.withdraw(connection, locked, entrant, TournamentEvent.WITHDREW)
            field = self._log.read(connection, tournament.id)
            self._progress.end_games(connection, field, wait=True)

    def _card(self, connection: Connection, tournament_id: int) -> TournamentCard:
        field = self._log.read(connection, TournamentId(tournament_id))
        return self._log.card(connection, field)

    def _news(self) -> PostKind[TournamentNews]:
        """An entry of the log, posted where the card is; if it cannot be, only the log has it."""

        def load(connection: Connection, due: Due) -> Post[TournamentNews] | None:
            event = storage.event(connection, due.subject_id)
            if event is None:
                return None
            field = self._log.read(connection, event.tournament_id)
            card, taken_out = self._log.card(connection, field), event.kind in TAKEN_OUT
            out = {event.player_id} if event.player_id and taken_out else set()
            called = tuple(out - storage.hearing_directly(connection, out))
            return Post(TournamentNews(card, event, called), (card.tournament.channel_id,))

        return PostKind(kind=TOURNAMENT_NEWS_MESSAGE, load=load, once=True)

    def _notice(self) -> PostKind[TournamentNotice]:
        """What an entry of the log means for one player, in a direct message if possible."""

        def load(connection: Connection, due: Due) -> Post[TournamentNotice] | None:
            event = storage.event(connection, due.version)
            if event is None:
                return None
            player_id = PlayerId(due.subject_id)
            field = self._log.read(connection, event.tournament_id)
            return Post(TournamentNotice(player_id, field, event), (Direct(player_id),))

        def in_channel(_: Connection, notice: TournamentNotice) -> Post[TournamentNotice] | None:
            if notice.event.kind not in TAKEN_OUT:
                return None
            return Post(replace(notice, direct=False), (notice.field.tournament.channel_id,))

        refused: OnRefusal[TournamentNotice] = {
            DirectMessagesClosed: in_channel,
            MessageRefused: in_channel,
        }
        return PostKind(kind=TOURNAMENT_LINE_MESSAGE, load=load, refused=refused, once=True)


def _going_on(connection: Connection, where: Shard | Absence) -> tuple[Tournament, ...]:
    found = storage.going_on(connection, where)
    if isinstance(where, Shard):
        return found
    return tuple(each for each in found if where.covers(each.channel_id))


def _ruling(change: matches.Change) -> NewEvent | None:
    """The log entry for a manager's ruling about a match; None if the change is none."""
    match, entry = change.after, change.after.last
    if entry is None or entry.author_id is None or entry.seat is not None:
        return None
    if entry.kind is not EntryKind.DECIDE and entry.kind not in RULED:
        return None
    ruled, reason = matches.read_ruling(entry.text)
    one, other = match.people
    if entry.kind in RULED:
        kind = RULED[entry.kind]
    elif len(best := matches.read_ranking(ruled)[0]) == len(match.people):
        kind = TournamentEvent.DRAWN
    else:
        kind = TournamentEvent.GIVEN
        one, other = (one, other) if best == (0,) else (other, one)
    key = Key(f"ruling {match.id} {match.ply - 1}")
    return NewEvent(kind, key, one, entry.author_id, reason, match.id, other)
