"""Does all that is due in a tournament: one writer, which decides by what is stored now.

It is idempotent: called again after the end of a match, a ruling, a restart or by a second process
it finds nothing to do.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import structlog
from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.errors import ServiceError
from bot.core.matches import NewMatch
from bot.core.people import players
from bot.core.people.settings import reminder_settings
from bot.core.timers import Timer
from bot.features.ratings import points
from bot.features.reminders import zone_of
from bot.features.timekeeping import storage as timekeeping
from bot.features.tournaments import storage
from bot.features.tournaments.eligibility import Eligibility, rated, stopped_playing
from bot.features.tournaments.errors import PairingFailed
from bot.features.tournaments.format import (
    PairingContext,
    TooFewThere,
    annulled_pairings,
    beginnable,
)
from bot.features.tournaments.formats import follows_at, format_of, next_of, rescored, staying
from bot.features.tournaments.log import TournamentLog
from bot.features.tournaments.pairer import Pairer
from bot.features.tournaments.storage import TOURNAMENT_TIMER, NewEvent, new_key
from bot.features.tournaments.swiss_pairing import NoPairingError
from bot.features.tournaments.values import Entrant, Field, Pairing, Tournament
from data import tables
from data.database import run_in_thread, yield_to_loop, yielding
from data.ids import Key, PlayerId, TournamentId
from data.statements import row_of, try_lock
from data.states import EntryKind, TournamentEvent, TournamentState, UnratedReason
from data.tournament_tables import tournaments

logger = structlog.get_logger(__name__)

BATCH = 20
"""How many matches begin in one transaction."""
SEEDS = 2**63
NEWCOMER = 1500
AFTER_FAILURE = timedelta(minutes=1)
"""Retry delay for a round that could not be paired."""
BUSY = timedelta(seconds=1)
"""Retry delay while another transaction holds the tournament or one of its matches."""
POSTPONED_BY = timedelta(days=7)
MOST_POSTPONED = 3
"""How often a tournament that too few have entered is postponed before it rests."""
ROUND_WAITS = timedelta(days=7)
"""How long a round waits for players who sit it out, if no two can meet without them."""
RECHECK_EVERY = timedelta(hours=1)
"""How often a round that waits for absent players checks whether they are back."""


class _MatchBusy(Exception):
    """Another transaction holds a match that is to be ended."""


def _check_free(connection: Connection, pairing: Pairing) -> None:
    """Lock a match without waiting, since its holder may wait for us; raises _MatchBusy."""
    assert pairing.match_id is not None
    if not try_lock(connection, tables.matches, pairing.match_id):
        raise _MatchBusy


class Progress:
    """Does all that is due in a tournament, in a transaction that has locked it."""

    def __init__(
        self,
        log: TournamentLog,
        match_store: matches.MatchStore,
        randomness: Random,
        eligibility: Eligibility,
    ) -> None:
        self._log = log
        self.eligibility = eligibility
        self._pairer = Pairer(log.now)
        self.matches = match_store
        self._randomness = randomness
        self._steps = (
            self._withdraw_late,
            self.end_games,
            self._remove_obsolete,
            self._replay_annulled,
            self._open_next,
            self._remove_ineligible,
            self._start,
            self._admit,
            self._pair,
            self._finish,
        )

    def apply(self, connection: Connection, timer: Timer, _: datetime) -> None:
        """Do what is due, step by step until nothing is, and set the timer for what comes next."""
        tournament_id = TournamentId(timer.subject_id)
        if not try_lock(connection, tournaments, tournament_id):
            if storage.get(connection, tournament_id) is not None:
                # the holder sets this timer at its end, so waiting here for its lock could deadlock
                self._log.wake(connection, tournament_id, self._log.now() + BUSY)
            return
        field = self._rescored(connection, tournament_id)
        waits_until: datetime | None = None
        try:
            while any(step(connection, field) for step in yielding(connection, self._steps, 1)):
                field = self._rescored(connection, tournament_id)
        except PairingFailed as error:
            logger.error("no round was paired", tournament=tournament_id, reason=error.reason)
            storage.change(connection, tournament_id, failures=field.tournament.failures + 1)
            waits_until = self._log.now() + AFTER_FAILURE
        except TooFewThere:
            waits_until = self._wait(connection, field)
        except _MatchBusy:
            self._log.wake(connection, tournament_id, self._log.now() + BUSY)
            return
        begun = self._begin(connection, field)
        if begun:
            field = self._rescored(connection, tournament_id)
        card, tournament = self._log.card(connection, field), field.tournament
        if card.digest != tournament.shown:
            storage.CARD.queue(connection, tournament.id, self._log.now(), tournament.shown_at)
        due_at = waits_until or self._next_due(field)
        if begun and beginnable(field, 1):
            due_at = self._log.now()
        timers.set_all(connection, tournament_id, {TOURNAMENT_TIMER: due_at})

    def _next_due(self, field: Field) -> datetime | None:
        if field.tournament.is_open:
            return field.tournament.begins_at
        running = field.tournament.state is TournamentState.RUNNING
        if not running or field.latest_round >= field.tournament.rules.rounds:
            return None
        closes_at = field.tournament.closes_at  # pairs the next round though matches go on
        return closes_at if closes_at is not None and closes_at > self._log.now() else None

    def _rescored(self, connection: Connection, tournament_id: TournamentId) -> Field:
        """The tournament with the scores of its pairings brought up to date, and stored."""
        kept = storage.get(connection, tournament_id)
        assert kept is not None
        stored = storage.field_of(connection, kept)
        yield_to_loop(connection)
        field = rescored(stored)
        for before, after in zip(stored.pairings, field.pairings, strict=True):
            if before.score != after.score:
                storage.change_pairing(connection, after.id, **row_of(after.score))
        return field

    def _withdraw_late(self, connection: Connection, field: Field) -> bool:
        """Withdraw players who have stopped playing; see ``stopped_playing``."""
        if not field.tournament.has_begun:
            return False
        found = stopped_playing(connection, field)
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
        now = self._log.now()
        values = {"withdrawn_at": now, "withdrawn": kind}
        storage.change_entrant(connection, tournament.id, entrant.player_id, **values)
        new = NewEvent(kind, key or new_key(), entrant.player_id)
        self._log.write(connection, tournament, new)

    def end_games(self, connection: Connection, field: Field, *, wait: bool = False) -> bool:
        """End the running games of withdrawn players; whether there were any.

        ``wait``: wait for matches that other transactions hold; else raises _MatchBusy.
        """
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
                _check_free(connection, each)
            ended.append(self._end_game(connection, each, gone))
        return any(ended)

    def _end_game(
        self, connection: Connection, pairing: Pairing, gone: dict[PlayerId, Entrant]
    ) -> bool:
        leaver = min(
            (gone[each] for each in pairing.players if each in gone),
            key=lambda each: (each.withdrawn_at, each.player_id),
        )
        own_will = leaver.withdrawn is TournamentEvent.WITHDREW
        match_id, seat = pairing.match_id, pairing.players.index(leaver.player_id)
        assert match_id is not None
        return self.matches.leave(connection, match_id, seat, leaver.player_id, own_will=own_will)

    def _remove_obsolete(self, connection: Connection, field: Field) -> bool:
        """Remove pairings that would not be made now; their games count for nobody."""
        found = format_of(field).obsolete(field) if field.tournament.has_begun else ()
        for each in sorted(found, key=lambda each: each.match_id or 0):
            if each.is_running:
                _check_free(connection, each)
                if not self._call_off(connection, each):
                    return False
        storage.remove_pairings(connection, found)
        for one in {frozenset(each.players): each for each in reversed(found)}.values():
            first, second = one.players
            kind = TournamentEvent.CORRECTED
            new = NewEvent(kind, player_id=first, opponent_id=second)
            self._log.write(connection, field.tournament, new)
        return bool(found)

    def _call_off(self, connection: Connection, pairing: Pairing) -> bool:
        """End a match without a result; False if it is damaged."""
        assert pairing.match_id is not None
        state = self.matches.settled(connection, pairing.match_id)
        if state is not None and state.is_running:
            key = Key(f"overtaken:{state.id}:{state.ply}")
            entry = matches.NewEntry(EntryKind.ABORT, matches.OVERTAKEN, None, None, key)
            self.matches.append(connection, state, entry)
        return state is not None

    def _replay_annulled(self, connection: Connection, field: Field) -> bool:
        """Have annulled matches played again; the log keeps which matches these were."""
        found = annulled_pairings(field)
        for each in found:
            storage.change_pairing(connection, each.id, match_id=None)
            key = Key(f"replaced:{each.id}:{each.match_id}")
            first, second = each.players
            new = NewEvent(
                TournamentEvent.REPLACED, key, first, match_id=each.match_id, opponent_id=second
            )
            self._log.write(connection, field.tournament, new)
        return bool(found)

    def _remove_ineligible(self, connection: Connection, field: Field) -> bool:
        """When it is time to begin, remove entrants who miss its limits."""
        if self._begins(field.tournament) is None:
            return False
        found = self.eligibility.ineligible(connection, field)
        for player_id, reason in found.items():
            storage.remove_entrant(connection, field.tournament.id, player_id)
            new = NewEvent(TournamentEvent.UNFIT, player_id=player_id, reason=reason)
            self._log.write(connection, field.tournament, new)
        return bool(found)

    def _begins(self, tournament: Tournament) -> datetime | None:
        """When it was to begin, if that time has come."""
        begins_at = tournament.begins_at
        come = tournament.is_open and begins_at is not None and begins_at <= self._log.now()
        return begins_at if come else None

    def _start(self, connection: Connection, field: Field) -> bool:
        """Begin when it is time and enough players are in; else postpone it."""
        tournament, begins_at = field.tournament, self._begins(field.tournament)
        if begins_at is None:
            return False
        waiting = [each.player_id for each in field.waiting]
        playing = [e for e in field.entrants if e.plays and e.player_id not in waiting]
        try:
            format_of(field).check_enough(tournament.rules, len(playing))
        except ServiceError:  # the waiting list stays as it is
            self._postpone(connection, field, begins_at)
            return True
        for player_id in waiting:
            storage.remove_entrant(connection, tournament.id, player_id)
            new = NewEvent(TournamentEvent.LEFT, player_id=player_id)
            self._log.write(connection, tournament, new)
        field = self._log.read(connection, tournament.id)
        rules = format_of(field).rules_at_start(tournament.rules, len(playing))
        before = self._log.previous(connection, tournament)
        listed = format_of(field).start_list(
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
        storage.change(connection, tournament.id, state=TournamentState.RUNNING, rules=rules)
        new = NewEvent(TournamentEvent.BEGAN, Key(f"began:{tournament.id}"))
        self._log.write(connection, tournament, new)
        return True

    def _admit(self, connection: Connection, field: Field) -> bool:
        """Give start numbers to late entrants, so that they play in the next round."""
        late = [each for each in field.entrants if each.is_in and each.number is None]
        if not late or not field.tournament.has_begun or not format_of(field).by_rounds:
            return False
        tournament_id, taken = field.tournament.id, max(field.numbers.values(), default=0)
        order = self._seed(connection, field, late)
        for number, player_id in enumerate(order, start=taken + 1):
            values = {"number": number, "division": 0}
            storage.change_entrant(connection, tournament_id, player_id, **values)
        storage.add_pairings(connection, tournament_id, format_of(field).late_byes(field, order))
        return True

    def _seed(
        self, connection: Connection, field: Field, entrants: Sequence[Entrant]
    ) -> list[PlayerId]:
        """The entrants by rating, the highest first; stores the rating of each as their seed."""
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
        postponed = storage.count_events(connection, tournament_id, kind)
        later = begins_at + POSTPONED_BY if postponed < MOST_POSTPONED else None
        storage.change(connection, tournament_id, begins_at=later)
        self._log.write(connection, field.tournament, NewEvent(kind))

    def _pair(self, connection: Connection, field: Field) -> bool:
        if field.tournament.state is not TournamentState.RUNNING:
            return False
        try:
            context = self._context(connection, field)
            due = run_in_thread(connection, lambda: format_of(field).due(field, context))
        except NoPairingError:
            # no further pairing is possible, so the newest round is the last one
            last = replace(field.tournament.rules, rounds=field.latest_round)
            storage.change(connection, field.tournament.id, rules=last)
            self._log.write(connection, field.tournament, NewEvent(TournamentEvent.EXHAUSTED))
            return True
        if not due:
            return False
        storage.add_pairings(connection, field.tournament.id, due)
        if field.tournament.failures:
            storage.change(connection, field.tournament.id, failures=0)
        if format_of(field).by_rounds:
            self._begin_round(connection, field)
        for new in format_of(field).news(field, due):
            self._log.write(connection, field.tournament, new)
        return True

    def _begin_round(self, connection: Connection, field: Field) -> None:
        """Set the last day of a new round, and let players who sat it out play the next one."""
        days, tournament = field.tournament.rules.round_days, field.tournament
        closes_at = self._log.now() + timedelta(days=days) if days else None
        storage.change(connection, tournament.id, closes_at=closes_at)
        for each in field.entrants:
            if each.sits_out:
                storage.change_entrant(connection, tournament.id, each.player_id, sits_out=False)

    def _context(self, connection: Connection, field: Field) -> PairingContext:
        context = PairingContext(self._log.now(), self._randomness, self._pairer.pair)
        if not format_of(field).by_rounds:
            return context
        people = [each.player_id for each in field.entrants]
        apart = storage.kept_apart(connection, field.tournament.id)
        away = timekeeping.current_vacations(connection, people).values()
        since = storage.written_at(connection, _waits_key(field))
        return replace(
            context,
            never=frozenset(map(frozenset, apart)),
            blocked=frozenset(players.blocks_among(connection, people)),
            away=frozenset(each.player_id for each in away if each.ends_at > context.now),
            waited=since is not None and self._log.now() - since >= ROUND_WAITS,
        )

    def _wait(self, connection: Connection, field: Field) -> datetime:
        """Announce once that the next round waits for absent players; when to check again."""
        if storage.written_at(connection, _waits_key(field)) is None:
            number = str(field.latest_round + 1)
            new = NewEvent(TournamentEvent.WAITS, _waits_key(field), reason=number)
            self._log.write(connection, field.tournament, new)
        return self._log.now() + RECHECK_EVERY

    def _finish(self, connection: Connection, field: Field) -> bool:
        tournament, now = field.tournament, self._log.now()
        if not tournament.has_begun or not format_of(field).is_over(field):
            return False
        storage.change(connection, tournament.id, state=TournamentState.OVER, ended_at=now)
        new = NewEvent(TournamentEvent.OVER, Key(f"over:{tournament.id}"))
        self._log.write(connection, tournament, new)
        return True

    def _open_next(self, connection: Connection, field: Field) -> bool:
        """Open the next tournament of a series when it is time."""
        now, before = self._log.now(), field.tournament
        chosen = reminder_settings.get(connection, before.organiser_id)
        begins_at = follows_at(format_of(field), before, now, zone_of(chosen.zone))
        if begins_at is None or storage.after(connection, before.id) is not None:
            return False
        opened = storage.add(connection, **next_of(before, begins_at, now))
        for each in staying(field):
            storage.add_entrant(connection, opened, each)
        self._log.wake(connection, opened)
        return True

    def _begin(self, connection: Connection, field: Field) -> int:
        """Begin up to a batch of the games that may begin; how many these were."""
        found = beginnable(field, BATCH)
        for each in found:
            match = self.matches.begin(connection, self._new_match(field.tournament, each))
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
    """The key of the log entry that the round after the newest one waits."""
    return Key(f"waits:{field.tournament.id}:{field.latest_round + 1}")
