"""Swiss: players with equal points meet, and each round is paired by the results so far."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.features.tournaments import errors
from bot.features.tournaments.format import Format, PairingContext, TooFewThere, table_of
from bot.features.tournaments.standings import Histories, Line, Played, Scores, standings_of
from bot.features.tournaments.storage import NewEvent
from bot.features.tournaments.swiss_pairing import NoPairingError, Round
from bot.features.tournaments.values import (
    DRAWN,
    Entrant,
    Field,
    Pairing,
    Reliance,
    Rules,
    Score,
    Seats,
    Table,
)
from data.ids import MatchId, PlayerId
from data.states import PairingOutcome, TournamentEvent

SUGGESTED = ((8, 3), (12, 4), (24, 5), (48, 6), (96, 7), (200, 8))
"""Numbers of players, each with how many rounds suit up to so many."""
MOST_ROUNDS = 9
UNFINISHED = 2
"""A player with so many unfinished matches is not paired."""

BYES = {
    PairingOutcome.BYE: Played.BYE,
    PairingOutcome.HALF_BYE: Played.HALF_BYE,
    PairingOutcome.ZERO_BYE: Played.ZERO_BYE,
}
PLAYED = {2: Played.WON, 1: Played.DRAWN, 0: Played.LOST}
WITHOUT_PLAY = {2: Played.WALKOVER, 1: Played.HALF_BYE, 0: Played.ABSENT}
"""A round without play by its half points. Half a point counts as a half-point bye."""


def suggested(players: int) -> int:
    """How many rounds suit a number of players."""
    return next((rounds for most, rounds in SUGGESTED if players <= most), MOST_ROUNDS)


class Swiss(Format):
    """A fixed number of rounds, in which players with equal points meet."""

    rules = Rules(least=6, most=1000)
    by_rounds = True
    kind = "Individual: Swiss-System"

    def rules_at_start(self, rules: Rules, players: int) -> Rules:
        """The rules with as many rounds as suit the players, unless a number was chosen."""
        return replace(rules, rounds=rules.rounds or suggested(players), wanted=rules.rounds)

    def check_enough(self, rules: Rules, players: int) -> None:
        """Raise unless there are two players for each round."""
        super().check_enough(rules, players)
        if players < 2 * rules.rounds:
            raise errors.TooFewForRounds(rules.rounds, players)

    def due(self, field: Field, context: PairingContext) -> tuple[Seats, ...]:
        """The next round, if the newest one is over or its last day has come.

        Raises NoPairingError if no pairing is possible any more, and TooFewThere if it waits for
        players who are away.
        """
        number = field.latest_round + 1
        if number > field.tournament.rules.rounds or not self._is_closed(field, context.now):
            return ()
        unfinished = Counter(who for e in field.pairings if e.is_open for who in e.players)
        there = {e.player_id for e in field.entrants if e.is_in and e.number is not None}
        free = {each for each in there if unfinished[each] < UNFINISHED}
        sits = {each.player_id for each in field.entrants if each.sits_out and not context.waited}
        sits |= context.away
        try:
            made = self._made(field, context, free - sits, free & sits)
        except NoPairingError:
            if free != there:
                return ()
            raise
        halved: list[PlayerId] = []
        if number < field.tournament.rules.rounds:
            sitting = [e.player_id for e in field.entrants if e.is_in and e.player_id in sits]
            halved = [each for each in sitting if not had_half(field, each)]
        who = field.by_number
        met = [(who[first], who[second], None) for first, second in made.meetings]
        alone = [(who[one], None, PairingOutcome.BYE) for one in made.byes]
        alone += [(who[one], None, PairingOutcome.ZERO_BYE) for one in made.left_out]
        alone += [(each, None, PairingOutcome.HALF_BYE) for each in halved]
        boards = enumerate([*met, *alone], start=1)
        return tuple(Seats(number, 0, board, 1, *seated) for board, seated in boards)

    def _made(
        self,
        field: Field,
        context: PairingContext,
        playing: set[PlayerId],
        missing: set[PlayerId],
    ) -> Round:
        """The round; raises TooFewThere if only the ``missing`` keep any two from meeting.

        Raises NoPairingError if nobody can meet at all.
        """
        try:
            made = self._pair(field, context, playing)
        except NoPairingError:
            if not missing:
                raise
            made = Round(())
        if made.meetings or not missing:
            return made
        if self._pair(field, context, playing | missing).meetings:
            raise TooFewThere
        if made.byes:
            return made
        raise NoPairingError

    def _pair(self, field: Field, context: PairingContext, playing: set[PlayerId]) -> Round:
        if len(playing) < 2:
            raise NoPairingError
        numbers, entered = field.numbers, field.numbers.keys()
        never = [
            frozenset(numbers[each] for each in two) for two in context.never if two <= entered
        ]
        blocked = [
            (numbers[one], numbers[other])
            for one, other in context.blocked
            if {one, other} <= entered
        ]
        return context.pair(
            histories(field), sorted(numbers[each] for each in playing), never, blocked
        )

    def _is_closed(self, field: Field, now: datetime) -> bool:
        latest, closes_at = field.latest_round, field.tournament.closes_at
        goes_on = any(each.is_open for each in field.pairings if each.seats.round == latest)
        return not goes_on or (closes_at is not None and closes_at <= now)

    def late_byes(self, field: Field, late: Sequence[PlayerId]) -> tuple[Seats, ...]:
        """Half-point byes for the newest round."""
        number, half = field.latest_round, PairingOutcome.HALF_BYE
        boards = [each.seats.board for each in field.pairings if each.seats.round == number]
        free = enumerate(late, start=max(boards, default=0) + 1)
        return tuple(Seats(number, 0, board, 1, each, None, half) for board, each in free)

    def news(self, field: Field, due: Sequence[Seats]) -> Sequence[NewEvent]:
        """The pairing of the round."""
        return (NewEvent(TournamentEvent.ROUND, reason=str(due[0].round)),)

    def reliance(self, field: Field, match_id: MatchId) -> Reliance | None:
        """Everybody, once the next round is paired, which no ruling changes."""
        newest = field.latest_round
        older = any(e.match_id == match_id and e.seats.round < newest for e in field.pairings)
        return Reliance((), met=True) if older else None

    def is_over(self, field: Field) -> bool:
        """Whether all rounds are played."""
        return super().is_over(field) and field.latest_round >= field.tournament.rules.rounds

    def takes(self, field: Field) -> bool:
        """Whether people can enter: until half of the rounds are paired."""
        tournament = field.tournament
        late = field.latest_round <= tournament.rules.rounds // 2
        return tournament.is_open or (tournament.has_begun and late)

    def check_sitting_out(self, field: Field, entrant: Entrant, before: Field | None) -> None:
        """Raise unless the entrant is in and there is a next round."""
        tournament = field.tournament
        if not tournament.has_begun or entrant.number is None:
            raise errors.NotBegun(tournament)
        if not entrant.is_in:
            raise errors.AlreadyOut(entrant.player_id)
        if field.latest_round >= tournament.rules.rounds:
            raise errors.LastRoundPaired(tournament)

    def by_round(self, field: Field) -> Histories:
        """All rounds that are paired."""
        return histories(field)

    def rescored(self, field: Field) -> Field:
        """Scores, where a match annulled after its round was closed is half a point each."""
        latest, found = field.latest_round, super().rescored(field)
        halved = Score(PairingOutcome.HALVED, DRAWN, DRAWN)
        pairings = tuple(
            replace(each, score=halved)
            if each.is_open and each.end is not None and each.seats.round < latest
            else each
            for each in found.pairings
        )
        return replace(found, pairings=pairings)

    def tables(self, field: Field) -> tuple[Table, ...]:
        """One table of all players."""
        if not field.pairings:
            return ()
        placed = standings_of(histories(field), field.tournament.rules.rounds)
        standings = [(field.by_number[each.number], each) for each in placed]
        return (table_of(field, standings, field.pairings),)


def had_half(field: Field, player_id: PlayerId) -> bool:
    """Whether a player has had a half-point bye."""
    return any(each.score.outcome is PairingOutcome.HALF_BYE for each in field.of(player_id))


def left_out(field: Field, player_id: PlayerId) -> bool:
    """Whether a player's own blocks left them nobody to meet in the newest round."""
    newest = [each for each in field.of(player_id) if each.seats.round == field.latest_round]
    return any(each.seats.decided is PairingOutcome.ZERO_BYE for each in newest)


def faced(field: Field, player_id: PlayerId) -> tuple[tuple[PlayerId | None, int], ...]:
    """A player's opponent in each round, None if not played, and its half points for Buchholz."""
    scores = Scores(histories(field), field.tournament.rules.rounds)
    found = scores.faced(field.numbers[player_id])
    return tuple((field.by_number[e.opponent] if e.met else None, worth) for e, worth in found)


def histories(field: Field) -> dict[int, list[Line]]:
    """What each player did in each paired round, by start number."""
    absent = [Line(Played.ZERO_BYE)] * field.latest_round
    found = {number: list(absent) for number in sorted(field.numbers.values())}
    for each in field.pairings:
        for player_id in () if each.score.struck else each.players:
            found[field.numbers[player_id]][each.seats.round - 1] = line_of(
                field, each, player_id, met=each.is_meeting
            )
    return found


def line_of(field: Field, pairing: Pairing, player_id: PlayerId, *, met: bool) -> Line:
    """A pairing as a player's round; unless they ``met`` it was won or lost without play."""
    outcome = pairing.score.outcome
    if outcome in BYES:
        return Line(BYES[outcome])
    opponent, first = pairing.other(player_id), player_id == pairing.seats.first_id
    played = Played.RUNNING
    if not pairing.is_open:
        kinds = PLAYED if met else WITHOUT_PLAY
        played = kinds[pairing.points(player_id)]
        if played is Played.HALF_BYE:
            return Line(played)
    return Line(played, field.numbers[opponent], first)
