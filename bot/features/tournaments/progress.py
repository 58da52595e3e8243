"""What time and matches bring about in a tournament: one writer, which looks at what is true now.

Done again it finds nothing to do, whatever called it: an end, a ruling, a restart, a second
process.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.core import matches, timers
from bot.core.errors import ServiceError
from bot.core.matches.storage import NewMatch
from bot.core.people import blocks
from bot.core.people.settings import reminder_settings
from bot.core.timers import Timer
from bot.features.ratings import points
from bot.features.reminders import zone_of
from bot.features.timekeeping import storage as timekeeping
from bot.features.tournaments import storage
from bot.features.tournaments.counting import to_begin, to_replace
from bot.features.tournaments.eligibility import Fitting, gone_missing, rated
from bot.features.tournaments.errors import PairingFailed
from bot.features.tournaments.format import Moment, TooFewThere
from bot.features.tournaments.formats import format_of, settled
from bot.features.tournaments.pairer import Pairer
from bot.features.tournaments.pairing.swiss import NoPairingError
from bot.features.tournaments.series import follows_at, next_of, staying
from bot.features.tournaments.storage import NO_KEY, NewEvent
from bot.features.tournaments.store import TournamentStore, asked_of
from bot.features.tournaments.swiss import latest_round
from bot.features.tournaments.values import Entrant, Field, Pairing, Tournament
from data import tables
from data.ids import Key, PlayerId, TournamentId
from data.statements import breathe, breathing, is_free, row_of
from data.states import EntryKind, TimerKind, TournamentEvent, TournamentState, UnratedReason
from data.tournament_tables import tournaments

logger = structlog.get_logger(__name__)

AT_ONCE = 20
"""How many matches begin in one transaction."""
SEEDS = 2**63
NEWCOMER = 1500
AFTER_FAILURE = timedelta(minutes=1)
"""When a round is tried again that could not be paired."""
BUSY = timedelta(seconds=1)
"""Somebody acts in the tournament just now; when it is looked again."""
LATER, TRIES = timedelta(days=7), 3
"""A tournament that too few have entered begins so much later, so often; then it rests."""
WAITS = timedelta(days=7)
"""So long a round waits for players who sit it out, where no two can meet without them."""
LOOKS_AGAIN = timedelta(hours=1)
"""A round waits for players who are away; when it is looked again whether they are back."""


class _MatchTaken(Exception):
    """Somebody acts in a match that is to be ended."""


def _take(connection: Connection, pairing: Pairing) -> None:
    """Lock a match, but for nobody: who has it may wait for the timer. Raises _MatchTaken."""
    assert pairing.match_id is not None
    if not is_free(connection, tables.matches, pairing.match_id):
        raise _MatchTaken


class Progress:
    """Does all that is due in a tournament, in a transaction that has locked it."""

    def __init__(
        self,
        store: TournamentStore,
        played: matches.MatchStore,
        randomness: Random,
        fitting: Fitting,
    ) -> None:
        self._store = store
        self.fitting = fitting
        self._pairer = Pairer(store.now)
        self.played = self._matches = played
        self._randomness = randomness
        self._steps = (
            *(self._withdraw_late, self.end_games, self._take_back, self._replace),
            *(self._open_next, self._look_who_fits, self._start),
            *(self._admit, self._pair, self._close),
        )

    def apply(self, connection: Connection, timer: Timer, _: datetime) -> None:
        """Do what is due, step by step until nothing is, and set the timer for what comes next."""
        tournament_id = TournamentId(timer.subject_id)
        if not is_free(connection, tournaments, tournament_id):
            if storage.get(connection, tournament_id) is not None:
                # who has it waits for the timer at its end, so nobody waits for them here
                self._store.wake(connection, tournament_id, self._store.now() + BUSY)
            return
        field, failed = self._counted(connection, tournament_id), False
        waits_until: datetime | None = None
        try:
            while any(step(connection, field) for step in breathing(connection, self._steps, 1)):
                field = self._counted(connection, tournament_id)
        except PairingFailed as error:
            logger.error("no round was paired", tournament=tournament_id, reason=error.reason)
            failed = True
            storage.change(connection, tournament_id, failures=field.tournament.failures + 1)
        except TooFewThere:
            waits_until = self._wait(connection, field)
        except _MatchTaken:
            self._store.wake(connection, tournament_id, self._store.now() + BUSY)
            return
        begun = self._begin(connection, field)
        if begun:
            field = self._counted(connection, tournament_id)
        self._store.note(connection, field)
        coming = self._store.now() + AFTER_FAILURE if failed else self._coming(field)
        coming = waits_until or coming
        if begun and to_begin(field, 1):
            coming = self._store.now()
        timers.set_all(connection, tournament_id, {TimerKind.TOURNAMENT: coming})

    def _coming(self, field: Field) -> datetime | None:
        if field.tournament.is_open:
            return field.tournament.begins_at
        running = field.tournament.state is TournamentState.RUNNING
        return format_of(field).coming(field, self._moment()) if running else None

    def _counted(self, connection: Connection, tournament_id: TournamentId) -> Field:
        """The tournament, with what every pairing counts put right where it is stored."""
        kept = storage.get(connection, tournament_id)
        assert kept is not None
        stored = storage.field_of(connection, kept)
        breathe(connection)
        field = settled(stored)
        for before, after in zip(stored.pairings, field.pairings, strict=True):
            if before.worth != after.worth:
                storage.change_pairing(connection, after.id, **row_of(after.worth))
        return field

    def _withdraw_late(self, connection: Connection, field: Field) -> bool:
        """Withdraw players with two lapses, that is games lost on time, without a move between."""
        if not field.tournament.has_begun:
            return False
        found = gone_missing(connection, field)
        for each in found:
            self.withdraw(connection, field.tournament, each, TournamentEvent.TIMED_OUT)
        return bool(found)

    def withdraw(
        self,
        connection: Connection,
        tournament: Tournament,
        entrant: Entrant,
        kind: TournamentEvent,
        key: Key | None = None,
    ) -> None:
        """Withdraw an entrant now; the next ``apply`` ends their games."""
        now = self._store.now()
        values = {"withdrawn_at": now, "withdrawn": kind}
        storage.change_entrant(connection, tournament.id, entrant.player_id, **values)
        known = key or Key(f"{kind}:{tournament.id}:{entrant.number}:{now.timestamp()}")
        self._store.write(connection, tournament, NewEvent(kind, known, entrant.player_id))

    def end_games(self, connection: Connection, field: Field, *, wait: bool = False) -> bool:
        """End the games of who is out; without ``wait`` raises _MatchTaken for a busy match."""
        gone = {each.player_id: each for each in field.entrants if not each.is_in}
        running = [
            each
            for each in field.pairings
            if each.is_running and not gone.keys().isdisjoint(each.players)
        ]
        running.sort(key=lambda each: each.match_id or 0)
        ended = list[bool]()
        for each in running:
            if not wait:
                _take(connection, each)
            ended.append(self._leave(connection, each, gone))
        return any(ended)

    def _leave(
        self, connection: Connection, pairing: Pairing, gone: dict[PlayerId, Entrant]
    ) -> bool:
        leaver = min(
            (gone[each] for each in pairing.players if each in gone),
            key=lambda each: (each.withdrawn_at, each.player_id),
        )
        own_will = leaver.withdrawn is TournamentEvent.WITHDREW
        state = self._locked(connection, pairing)
        if state is None:
            return False
        if state.is_running and not own_will:
            matches.storage.change(connection, state.id, unrated=UnratedReason.WITHDRAWN)
            state = self._matches.read(connection, state.id)
        if state.is_running:
            key = Key(f"withdrawn:{state.id}:{state.ply}")
            text = matches.WITHDREW if own_will else matches.WITHDRAWN
            seat = pairing.players.index(leaver.player_id)
            entry = matches.NewEntry(EntryKind.LEAVE, text, seat, leaver.player_id, key)
            self._matches.append(connection, state, entry)
        return True

    def _locked(self, connection: Connection, pairing: Pairing) -> matches.MatchState | None:
        """The match of a pairing, its end written down if it is over; None if it is damaged."""
        assert pairing.match_id is not None
        try:
            state = self._matches.read(connection, pairing.match_id, lock=True)
            self._matches.end(connection, state)
        except matches.UNREADABLE:
            return None
        return state

    def _take_back(self, connection: Connection, field: Field) -> bool:
        """Take back what was paired and would not be as things are; its games count for nobody."""
        found = format_of(field).overtaken(field) if field.tournament.has_begun else ()
        for each in sorted(found, key=lambda each: each.match_id or 0):
            if each.is_running:
                _take(connection, each)
                if not self._call_off(connection, each):
                    return False
        storage.remove_pairings(connection, field.tournament.id, found)
        for one in {frozenset(each.players): each for each in reversed(found)}.values():
            first, second = one.players
            kind = TournamentEvent.CORRECTED
            self._tell(connection, field, NewEvent(kind, NO_KEY, first, opponent_id=second))
        return bool(found)

    def _tell(self, connection: Connection, field: Field, new: NewEvent) -> None:
        """Write what may happen again; who has locked the tournament does so once."""
        told = storage.count_events(connection, field.tournament.id, new.kind)
        key = Key(f"{new.kind}:{field.tournament.id}:{told}")
        self._store.write(connection, field.tournament, replace(new, key=key))

    def _call_off(self, connection: Connection, pairing: Pairing) -> bool:
        """End a match without a result; whether that could be done."""
        state = self._locked(connection, pairing)
        if state is not None and state.is_running:
            key = Key(f"overtaken:{state.id}:{state.ply}")
            entry = matches.NewEntry(EntryKind.ABORT, matches.OVERTAKEN, None, None, key)
            self._matches.append(connection, state, entry)
        return state is not None

    def _replace(self, connection: Connection, field: Field) -> bool:
        """Let what was annulled be played anew; the log keeps which match it was."""
        found = to_replace(field)
        for each in found:
            storage.change_pairing(connection, each.id, match_id=None)
            key = Key(f"replaced:{each.id}:{each.match_id}")
            first, second = each.players
            new = NewEvent(
                TournamentEvent.REPLACED, key, first, match_id=each.match_id, opponent_id=second
            )
            self._store.write(connection, field.tournament, new)
        return bool(found)

    def _look_who_fits(self, connection: Connection, field: Field) -> bool:
        """When it is to begin, take out who does not fit its limits any more."""
        if self._begins(field.tournament) is None:
            return False
        found = self.fitting.unfit(connection, field)
        for player_id, reason in found.items():
            storage.remove_entrant(connection, field.tournament.id, player_id)
            new = NewEvent(TournamentEvent.UNFIT, NO_KEY, player_id, reason=reason)
            self._tell(connection, field, new)
        return bool(found)

    def _begins(self, tournament: Tournament) -> datetime | None:
        begins_at = tournament.begins_at
        come = tournament.is_open and begins_at is not None and begins_at <= self._store.now()
        return begins_at if come else None

    def _start(self, connection: Connection, field: Field) -> bool:
        """Begin when it is time and enough are in; else a week later, and then rest."""
        tournament, begins_at = field.tournament, self._begins(field.tournament)
        if begins_at is None:
            return False
        waiting = [each.player_id for each in field.waiting]
        playing = [e for e in field.entrants if e.plays and e.player_id not in waiting]
        try:
            format_of(field).check_enough(tournament.rules, len(playing))
        except ServiceError:  # who waits for a place goes on waiting
            self._postpone(connection, field, begins_at)
            return True
        for player_id in waiting:
            storage.remove_entrant(connection, tournament.id, player_id)
            self._tell(connection, field, NewEvent(TournamentEvent.LEFT, NO_KEY, player_id))
        field = self._store.read(connection, tournament.id)
        rules = format_of(field).fixed(tournament.rules, len(playing))
        before = self._store.before(connection, tournament)
        listed = format_of(field).listed(
            field, self._seed(connection, field, field.entrants), before
        )
        playing_ids = {each.player_id for each in playing}
        order = [each for each in listed if each in playing_ids]
        drawn = format_of(field).grouped(order, tournament.rules)
        for division, members in enumerate(drawn):
            for player_id in members:
                storage.change_entrant(connection, tournament.id, player_id, division=division)
        for number, player_id in enumerate(listed, start=1):
            storage.change_entrant(connection, tournament.id, player_id, number=number)
        values = {"state": TournamentState.RUNNING, "rules": storage.written_rules(rules)}
        storage.change(connection, tournament.id, **values)
        new = NewEvent(TournamentEvent.BEGAN, Key(f"began:{tournament.id}"))
        self._store.write(connection, tournament, new)
        return True

    def _admit(self, connection: Connection, field: Field) -> bool:
        """Number those who have entered late, for the round that is paired next."""
        late = [each for each in field.entrants if each.is_in and each.number is None]
        if not late or not field.tournament.has_begun or not format_of(field).by_rounds:
            return False
        tournament_id, taken = field.tournament.id, max(field.numbers.values(), default=0)
        order = self._seed(connection, field, late)
        for number, player_id in enumerate(order, start=taken + 1):
            values = {"number": number, "division": 0}
            storage.change_entrant(connection, tournament_id, player_id, **values)
        missed = dict.fromkeys(format_of(field).missed(field, order), 0)
        storage.add_pairings(connection, tournament_id, missed)
        return True

    def _seed(
        self, connection: Connection, field: Field, entrants: Sequence[Entrant]
    ) -> list[PlayerId]:
        """These by the rating that they begin with, which is kept."""
        tournament = field.tournament
        rows = rated(connection, tournament, [each.player_id for each in entrants])

        def order(each: Entrant) -> tuple[int, bool, datetime, PlayerId]:
            row = rows.get(each.player_id)
            seed = NEWCOMER if row is None else points(row.rating)
            storage.change_entrant(connection, tournament.id, each.player_id, seed=seed)
            return -seed, row is None, each.entered_at, each.player_id

        return [each.player_id for each in sorted(entrants, key=order)]

    def _postpone(self, connection: Connection, field: Field, begins_at: datetime) -> None:
        tournament_id, kind = field.tournament.id, TournamentEvent.POSTPONED
        tried = storage.count_events(connection, tournament_id, kind)
        later = begins_at + LATER if tried < TRIES else None
        storage.change(connection, tournament_id, begins_at=later)
        self._tell(connection, field, NewEvent(kind, NO_KEY))

    def _pair(self, connection: Connection, field: Field) -> bool:
        if field.tournament.state is not TournamentState.RUNNING:
            return False
        try:
            moment = self._moment(connection, field)
            due = asked_of(connection, field, lambda: format_of(field).due(field, moment))
        except NoPairingError:
            self._exhaust(connection, field)
            return True
        if not due:
            return False
        paired = format_of(field).meetings(field, due)
        try:
            with connection.begin_nested():
                storage.add_pairings(connection, field.tournament.id, paired)
        except IntegrityError as error:
            raise PairingFailed(str(error.orig).splitlines()[0]) from error
        if field.tournament.failures:
            storage.change(connection, field.tournament.id, failures=0)
        if format_of(field).by_rounds:
            self._turn(connection, field)
        for new in format_of(field).news(field, due):
            self._tell(connection, field, new)
        return True

    def _turn(self, connection: Connection, field: Field) -> None:
        """A round begins: it has a last day, and whoever sat out plays the next one."""
        days, tournament = field.tournament.rules.round_days, field.tournament
        closes_at = self._store.now() + timedelta(days=days) if days else None
        storage.change(connection, tournament.id, closes_at=closes_at)
        for each in field.entrants:
            if each.sits_out:
                storage.change_entrant(connection, tournament.id, each.player_id, sits_out=False)

    def _exhaust(self, connection: Connection, field: Field) -> None:
        """Let it end with the newest round: nobody is left whom anybody could meet."""
        tournament = field.tournament
        rules = storage.written_rules(replace(tournament.rules, rounds=latest_round(field)))
        storage.change(connection, tournament.id, rules=rules)
        self._tell(connection, field, NewEvent(TournamentEvent.EXHAUSTED, NO_KEY))

    def _moment(self, connection: Connection | None = None, field: Field | None = None) -> Moment:
        moment = Moment(self._store.now(), self._randomness, self._pairer.pair)
        if connection is None or field is None or not format_of(field).by_rounds:
            return moment
        people = [each.player_id for each in field.entrants]
        apart = storage.kept_apart(connection, field.tournament.id)
        away = timekeeping.current_vacations(connection, people).values()
        since = storage.written_at(connection, _waits_key(field))
        return replace(
            moment,
            never=frozenset(map(frozenset, apart)),
            blocked=frozenset(blocks.among(connection, people)),
            away=frozenset(each.player_id for each in away if each.ends_at > moment.now),
            waited=since is not None and self._store.now() - since >= WAITS,
        )

    def _wait(self, connection: Connection, field: Field) -> datetime:
        """Say once that the next round waits for players who are away; when to look again."""
        if storage.written_at(connection, _waits_key(field)) is None:
            number = str(latest_round(field) + 1)
            new = NewEvent(TournamentEvent.WAITS, _waits_key(field), reason=number)
            self._store.write(connection, field.tournament, new)
        return self._store.now() + LOOKS_AGAIN

    def _close(self, connection: Connection, field: Field) -> bool:
        tournament, now = field.tournament, self._store.now()
        if not tournament.has_begun or not format_of(field).is_over(field):
            return False
        storage.change(connection, tournament.id, state=TournamentState.OVER, ended_at=now)
        new = NewEvent(TournamentEvent.OVER, Key(f"over:{tournament.id}"))
        self._store.write(connection, tournament, new)
        return True

    def _open_next(self, connection: Connection, field: Field) -> bool:
        now, before = self._store.now(), field.tournament
        chosen = reminder_settings.get(connection, before.organiser_id)
        begins_at = follows_at(format_of(field), before, now, zone_of(chosen))
        if begins_at is None or storage.after(connection, before.id) is not None:
            return False
        opened = storage.add(connection, next_of(format_of(field), before, begins_at, now))
        for each in staying(field):
            storage.add_entrant(connection, opened, each)
        self._store.wake(connection, opened)
        return True

    def _begin(self, connection: Connection, field: Field) -> int:
        """Begin the games that may begin, a batch at most; how many there were."""
        found = to_begin(field, AT_ONCE)
        for each in found:
            match = self._matches.begin(connection, self._new_match(field.tournament, each))
            storage.change_pairing(connection, each.id, match_id=match.id)
        return len(found)

    def _new_match(self, tournament: Tournament, pairing: Pairing) -> NewMatch:
        game, variant = matches.game_of(tournament.game), tournament.variant
        seed = self._randomness.randrange(SEEDS) if variant.seeded else None
        return NewMatch(
            challenge_id=None,
            game=tournament.game,
            variant=variant.id,
            rules_version=game.info.version,
            seed=seed,
            server_id=tournament.server_id,
            channel_id=tournament.channel_id,
            to_move=game.start(variant.id, seed=seed).to_move,
            players=pairing.players,
            clock=tournament.clock,
            unrated=None if tournament.rated else UnratedReason.FRIENDLY,
            tournament_id=tournament.id,
        )


def _waits_key(field: Field) -> Key:
    """Under which it is written that the round after the newest one waits."""
    return Key(f"waits:{field.tournament.id}:{latest_round(field) + 1}")
