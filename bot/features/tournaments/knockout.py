"""Knockout: a bracket of ties. A tie has two games, at 1-1 two more, at 2-2 a decider.

Only the games are stored. Who has won a tie is worked out from its games each time. A tie is fixed
once both players have moved in one of its games: later rulings about earlier ties do not change its
players. Once the tournament is over every paired tie is fixed, so a ruling changes only those
that nobody has played on from: the final, and the game for third place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property
from typing import TypeAlias

from bot.features.tournaments.format import Format, PairingContext, table_of
from bot.features.tournaments.standings import Criterion, Standing
from bot.features.tournaments.storage import NewEvent
from bot.features.tournaments.values import (
    DRAWN,
    Field,
    Pairing,
    Reliance,
    Rules,
    Score,
    Seats,
    Table,
)
from data.ids import MatchId, PlayerId
from data.states import PairingOutcome, TournamentEvent, TournamentState

THIRD_FROM = 8
"""With so many players or more there is a game for third place, unless the rules say otherwise."""
STAGES = ((1, 2), (3, 4), (5,))
"""The numbers of the games of a tie. A later stage counts only if all before it are level."""
DECIDER = 5
"""The last game of a tie; if it is drawn, the player who moved second goes on."""
ANNOUNCED_ROUNDS = 3
"""How many of the last rounds are announced: who meets whom."""
MAIN, THIRD = 0, 1
"""The divisions of pairings: the bracket, and the game for third place."""
FINAL, THIRD_PLACE = "final", "third"
"""How the log names the last ties."""


class Unknown(Enum):
    """Stands for a player who is not known yet."""

    YET = auto()


Slot: TypeAlias = PlayerId | Unknown | None
"""One of the two sides of a tie; None for nobody, so that the other side has a bye."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place in the bracket; boards count from 1, from the top of each round."""

    round: int
    division: int
    board: int

    @property
    def following(self) -> Place:
        return Place(self.round + 1, MAIN, (self.board + 1) // 2)


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie of two players, or a bye. ``winner`` is None if neither goes on."""

    place: Place
    slots: tuple[Slot, Slot]
    games: tuple[Pairing, ...]
    winner: Slot

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The players who are known."""
        return tuple(each for each in self.slots if isinstance(each, int))

    @property
    def loser(self) -> Slot:
        """The one of two players who does not go on."""
        if self.winner is Unknown.YET:
            return self.winner
        others = [each for each in self.players if each != self.winner]
        return others[0] if self.winner is not None and others else None

    def points(self, player_id: PlayerId) -> int:
        """The half points of a player in the games that count."""
        return _points(self.games, player_id)


def _points(games: Iterable[Pairing], player_id: PlayerId) -> int:
    return sum(each.points(player_id) for each in games if not each.score.struck)


class Bracket:
    """All ties of a tournament, worked out from its ``games``."""

    def __init__(self, field: Field) -> None:
        self.field = field
        entrants = field.entrants
        players = {e.number: e.player_id for e in entrants if e.number and e.replaces_id is None}
        self._instead = {each.replaces_id: each for each in entrants if each.replaces_id}
        self._seeds = [
            (players[high], None if low is None else players[low])
            for high, low in bracket(len(players))
        ]
        self.rounds = len(self._seeds).bit_length()
        wanted = field.tournament.rules.third_place
        has_third = len(players) >= THIRD_FROM if wanted is None else wanted
        self.final = Place(self.rounds, MAIN, 1)
        self.third = Place(self.rounds, THIRD, 1) if has_third else None
        self._is_over = field.tournament.state is TournamentState.OVER
        self.games: dict[Place, list[Pairing]] = {}
        for each in field.pairings:
            self.games.setdefault(place_of(each.seats), []).append(each)

    @cached_property
    def ties(self) -> dict[Place, Tie]:
        """All ties, round by round, the game for third place last."""
        places = [
            Place(number, MAIN, board)
            for number in range(1, self.rounds + 1)
            for board in range(1, 2 ** (self.rounds - number) + 1)
        ]
        found: dict[Place, Tie] = {}
        for place in [*places, self.third] if self.third else places:
            one, other = (self._sitting(each, place.round) for each in self._coming(place, found))
            games = self.games.get(place, [])
            if games and {*games[0].players} != {one, other}:
                games = []
            winner = self._winner(place, (one, other), games)
            found[place] = Tie(place, (one, other), tuple(games), winner)
        return found

    def _coming(self, place: Place, found: Mapping[Place, Tie]) -> tuple[Slot, Slot]:
        """The two who come to a place: by their seeds, or from two ties of the round before."""
        if place.round == 1:
            return self._seeds[place.board - 1]
        second = 2 * place.board
        one, other = (found[Place(place.round - 1, MAIN, each)] for each in (second - 1, second))
        return (one.loser, other.loser) if place.division else (one.winner, other.winner)

    def last_of(self, player_id: PlayerId) -> Tie | None:
        """The last tie of a player in the bracket, without the game for third place."""
        found = [
            tie
            for place, tie in self.ties.items()
            if place.division == MAIN and player_id in tie.slots
        ]
        return found[-1] if found else None

    def is_closed(self, place: Place) -> bool:
        """Whether a following tie is fixed, so that nothing changes who went on from here.

        Once the tournament is over, every tie from which somebody went on is closed.
        """
        return any(self._is_over or self.is_fixed(each) for each in self.after(place))

    def after(self, place: Place) -> tuple[Place, ...]:
        """Where the winner goes on, and then, if there is a game for it, where the loser does."""
        if place.division == THIRD or place.round == self.rounds:
            return ()
        semi = place.round == self.rounds - 1
        return (place.following, self.third) if semi and self.third else (place.following,)

    def is_fixed(self, place: Place) -> bool:
        """Whether the players of a tie stay, whatever is ruled about the ties before it."""
        games = self.games.get(place, [])
        return any(each.both_moved or self._is_over for each in games) or self.is_closed(place)

    def counted(self, place: Place) -> Sequence[Pairing]:
        """The games of a tie with their scores.

        An unplayed game of a closed tie is half a point each. A game of a later stage is struck if
        the stages before it have ended and are not level.
        """
        played: list[Pairing] = []
        for game in self.games[place]:
            if game.is_open and not game.is_running and self.is_closed(place):
                game = replace(game, score=Score(PairingOutcome.HALVED, DRAWN, DRAWN))
            first = next(stage[0] for stage in STAGES if game.seats.game in stage)
            earlier = [each for each in played if each.seats.game < first]
            known = not any(each.is_open for each in earlier)
            if known and not _are_level(game.players, earlier):
                game = replace(game, score=replace(game.score, struck=True))
            played.append(game)
        return played

    def obsolete(self, place: Place) -> Sequence[Pairing]:
        """The games of a place between other players than now, and those that are not needed.

        A game that has ended stays; it counts nothing while it is not needed. A game that may still
        be needed stays if both have moved in it.
        """
        tie, stored = self.ties[place], self.games[place]
        if not tie.games:
            return stored
        if self.is_closed(place):
            return ()
        for first, *_ in STAGES[1:]:
            earlier = [each for each in stored if each.seats.game < first]
            later = [each for each in stored if each.seats.game >= first and each.is_open]
            known = not any(each.is_open for each in earlier)
            if known and _are_level(tie.players, earlier):
                continue
            return [each for each in later if known or not each.both_moved]
        return ()

    def _sitting(self, who: Slot, number: int) -> Slot:
        """Who plays for ``who`` in a round: 1.0.0 let organisers replace players."""
        while isinstance(who, int) and who in self._instead:
            instead = self._instead[who]
            if instead.since_round > number:
                break
            who = instead.player_id
        return who

    def _winner(self, place: Place, slots: tuple[Slot, Slot], games: Sequence[Pairing]) -> Slot:
        one, other = slots
        if one is None or other is None:
            return other if one is None else one
        followed = self._followed(place, slots)
        if followed is not None:
            return followed
        if not isinstance(one, int) or not isinstance(other, int):
            return Unknown.YET
        return self._won(one, other, games)

    def _won(self, one: PlayerId, other: PlayerId, games: Sequence[Pairing]) -> Slot:
        """The winner by the games of a tie; None if nobody goes on."""
        for stage in STAGES:
            played = [each for each in games if each.seats.game in stage]
            if len(played) < len(stage):
                break
            if any(each.is_open for each in played):
                return Unknown.YET
            if not _are_level((one, other), played):
                return max(one, other, key=lambda each: _points(played, each))
            if any(each.score.outcome is PairingOutcome.NEITHER for each in played):
                return None
            if DECIDER in stage:
                return played[-1].seats.second_id
        still = [each for each in (one, other) if self.field.by_id[each].is_in]
        if len(still) == 2:
            return Unknown.YET
        return still[0] if still else None

    def _followed(self, place: Place, slots: tuple[Slot, Slot]) -> PlayerId | None:
        """Which of two has gone on for good; None if that may still change."""
        if not self.is_closed(place):
            return None
        gone_on = self._seated(place.following)
        semi = place.round == self.rounds - 1
        lost = self._seated(self.third) if semi and self.third is not None else set()
        one, two = slots
        for each, other in ((one, two), (two, one)):
            following, losing = (self._sitting(who, place.round + 1) for who in (each, other))
            if isinstance(each, int) and (following in gone_on or losing in lost):
                return each
        return None

    def _seated(self, place: Place) -> set[Slot]:
        if not self.is_fixed(place):
            return set()
        return {who for each in self.games.get(place, ()) for who in each.players}


def _are_level(players: Sequence[PlayerId], games: Sequence[Pairing]) -> bool:
    one, other = (sum(each.points(who) for each in games) for who in players)
    return one == other


def bracket(players: int) -> list[tuple[int, int | None]]:
    """The first round of a bracket, from the top down; None is a bye.

    Seeding is the usual one: 1 and 2 can meet only in the final, 1 to 4 not before the semi-finals,
    and so on. The best have the byes, all of them in the first round.
    """
    order = [1]
    while len(order) < players:
        order = [each for seed in order for each in (seed, 2 * len(order) + 1 - seed)]
    ties = zip(order[::2], order[1::2], strict=True)
    return [(high, low if low <= players else None) for high, low in ties]


class Knockout(Format):
    """Two players meet in a tie, and the loser is out."""

    rules = Rules(least=3, most=128)

    def due(self, field: Field, context: PairingContext) -> tuple[Seats, ...]:
        """The next games of every tie whose players are both known."""
        found = Bracket(field)
        return tuple(
            seats
            for place, tie in found.ties.items()
            if tie.winner is Unknown.YET and not found.is_closed(place)
            for seats in _next_games(tie, context)
        )

    def is_over(self, field: Field) -> bool:
        """Whether the final and the game for third place are decided."""
        found = Bracket(field)
        last = [found.ties[each] for each in (found.final, found.third) if each]
        decided = all(each.winner is not Unknown.YET for each in last)
        return decided and super().is_over(field)

    def rescored(self, field: Field) -> Field:
        """As ``Bracket.counted`` says; once the tournament is over, closed ties stay as stored."""
        kept = super().rescored(field)
        if not kept.pairings:
            return kept
        found, over = Bracket(kept), field.tournament.state is TournamentState.OVER
        counted = {each.id: each for place in found.games for each in found.counted(place)}
        pairings = tuple(
            each if over and found.is_closed(place_of(each.seats)) else counted[each.id]
            for each in field.pairings
        )
        return replace(kept, pairings=pairings)

    def is_out(self, field: Field, player_id: PlayerId) -> bool:
        """Whether a player has lost their tie, and does not play for third place."""
        if not field.pairings:
            return False
        found = Bracket(field)
        theirs = [tie for tie in found.ties.values() if player_id in tie.slots]
        last = found.last_of(player_id)
        lost = last is not None and last.winner != player_id
        return lost and all(tie.winner is not Unknown.YET for tie in theirs)

    def is_final(self, field: Field, match_id: MatchId) -> bool:
        """Whether the tie of a match is closed, or the match belongs to none."""
        found = Bracket(field)
        places = [place_of(each.seats) for each in field.pairings if each.match_id == match_id]
        return all(map(found.is_closed, places))

    def news(self, field: Field, due: Sequence[Seats]) -> Sequence[NewEvent]:
        """Who meets whom in the last rounds."""
        last = Bracket(field).rounds
        since = max(2, last - ANNOUNCED_ROUNDS + 1)
        stages = {(last, MAIN): FINAL, (last, THIRD): THIRD_PLACE}
        new = [each for each in due if each.game == 1 and each.round >= since]
        return [
            NewEvent(
                TournamentEvent.PAIRED,
                player_id=each.first_id,
                reason=stages.get((each.round, each.division)),
                opponent_id=each.second_id,
            )
            for each in new
        ]

    def reliance(self, field: Field, match_id: MatchId) -> Reliance | None:
        """The players of the following ties, as soon as one of these is paired."""
        found = Bracket(field)
        places = [place_of(each.seats) for each in field.pairings if each.match_id == match_id]
        after = [each for place in places for each in found.after(place) if each in found.games]
        players = {who: None for each in after for who in found.ties[each].players}
        return Reliance(tuple(players), any(map(found.is_fixed, after))) if after else None

    def obsolete(self, field: Field) -> tuple[Pairing, ...]:
        """Games between other players than the bracket says now, and games that are not needed."""
        if not field.pairings:
            return ()
        found = Bracket(field)
        return tuple(each for place in sorted(found.games) for each in found.obsolete(place))

    def tables(self, field: Field) -> tuple[Table, ...]:
        """One table, by how far each player came."""
        if not any(each.number for each in field.entrants):
            return ()
        return (table_of(field, _standings(field, Bracket(field)), field.pairings, MAIN),)


def place_of(seats: Seats) -> Place:
    """The place of a game in the bracket."""
    return Place(seats.round, seats.division, seats.board)


def _next_games(tie: Tie, context: PairingContext) -> Iterator[Seats]:
    one, other = tie.slots
    if not isinstance(one, int) or not isinstance(other, int):
        return
    if any(each.is_open for each in tie.games):
        return
    there, sides = {each.seats.game for each in tie.games}, [(other, one), (one, other)]
    for game in next(stage for stage in STAGES if not there.issuperset(stage)):
        first, second = context.randomness.choice(sides) if game == DECIDER else sides[game % 2]
        if game not in there:
            yield Seats(tie.place.round, tie.place.division, tie.place.board, game, first, second)


def _out(field: Field, found: Bracket) -> dict[PlayerId, tuple[int, int]]:
    """How far each player came who is out: the round, and a higher number for the better."""
    out: dict[PlayerId, tuple[int, int]] = {}
    for place, tie in found.ties.items():
        if tie.winner is Unknown.YET:
            continue
        for each in tie.players:
            if place.division == THIRD:
                out[each] = (place.round - 1, int(each == tie.winner))
            elif each != tie.winner:
                out[each] = (place.round, 0)
    seated = {who for tie in found.ties.values() for who in tie.players}
    for newcomer in field.entrants:
        if newcomer.replaces_id is not None:
            lost = out.setdefault(newcomer.replaces_id, (newcomer.since_round, -1))
            if newcomer.player_id not in seated:  # a ruling has let another go on
                out[newcomer.player_id] = lost
    return out


def _standings(field: Field, found: Bracket) -> Iterator[tuple[PlayerId, Standing]]:
    """All players by the round in which they went out; those of one round share the place."""
    out = _out(field, found)
    still = (found.rounds + 1, 0)
    reached = {each.player_id: out.get(each.player_id, still) for each in field.entrants}
    by_number = sorted(field.numbers, key=field.numbers.__getitem__)
    ties = found.ties.items()
    going_on = [at.round for at, tie in ties if tie.winner is Unknown.YET and at.division != THIRD]
    for who in sorted(by_number, key=reached.__getitem__, reverse=True):
        better = sum(reached[each] > reached[who] for each in by_number)
        level = sum(reached[each] == reached[who] for each in by_number)
        if reached[who] != still:  # somebody will go out in every tie that goes on
            better -= sum(each <= reached[who][0] for each in going_on)
            level += sum(each == reached[who][0] for each in going_on)
            better = max(better, 1)  # if both lose the final, nobody is first
        scores = {Criterion.POINTS: _points(field.of(who), who)}
        yield who, Standing(field.numbers[who], better + 1, level > 1, scores)
