"""Thousands of seasons and round robins without a database: what is worked out, read twice."""

import os
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.services.matches import Result
from bot.services.pairing import Criterion
from bot.services.tournaments.counting import to_begin, to_replace
from bot.services.tournaments.format import Moment
from bot.services.tournaments.formats import FORMATS
from bot.services.tournaments.meeting import League
from bot.services.tournaments.models import (
    End,
    Entrant,
    Field,
    Pairing,
    Rules,
    Tournament,
    Worth,
)
from data.ids import ChannelId, MatchId, PairingId, PlayerId, ServerId, TournamentId
from data.states import Ending, PairingOutcome, TournamentEvent, TournamentKind, TournamentState
from tests.services.tournaments.recounted import Game, Recounted, counted
from tests.services.tournaments.relisted import list_after, moves

MANY = int(os.environ.get("QUINTET_TOURNAMENTS", "6"))
SEASONS = 5
NOW = datetime(2026, 1, 1, tzinfo=UTC)
RANKINGS = (((0,), (1,)), ((1,), (0,)), ((0, 1),))
GONE = (TournamentEvent.WITHDREW, TournamentEvent.EXPELLED, TournamentEvent.TIMED_OUT)


def tournament(kind: TournamentKind, rules: Rules, number: int = 1) -> Tournament:
    return Tournament(
        id=TournamentId(number),
        server_id=ServerId(1),
        kind=kind,
        name="Paper",
        game="apart",
        variant_id="standard",
        clock="1d",
        rated=True,
        rules=rules,
        organiser_id=PlayerId(1),
        state=TournamentState.RUNNING,
        previous_id=None,
        number=number,
        begins_at=NOW,
        closes_at=None,
        ended_at=None,
        channel_id=ChannelId(1),
        message_id=None,
        shown_at=None,
        shown=None,
        created_at=NOW,
    )


class Paper:
    """A tournament on paper, in which everything happens by lot."""

    def __init__(self, field: Field, lot: random.Random) -> None:
        self.lot, self.format = lot, FORMATS[field.tournament.kind]
        self.field, self.matches, self.checks = field, 0, 0
        self._pair()
        self.follow()

    def _pair(self) -> bool:
        due = self.format.due(self.field, Moment(NOW, self.lot, None))  # type: ignore[arg-type]
        more = [
            Pairing(PairingId(place), seats, None, Worth())
            for place, seats in enumerate(due, start=len(self.field.pairings) + 1)
        ]
        if self.field.pairings and due:
            assert {who for each in due for who in each.two} == winners(self.field)
        self.field = replace(self.field, pairings=(*self.field.pairings, *more))
        return bool(due)

    def play(self) -> Field:
        """Until it is over, and a little longer: people rule over what has been."""
        acts = [self.end] * 12 + [self.leave, self.readmit, self.rule, self.annul, self.decide]
        while self.field.tournament.state is TournamentState.RUNNING:
            self.lot.choice(acts)()
            self.follow()
            self.check()
        for act in (self.rule, self.annul):
            act()
            self.follow()
            self.check()
        return self.field

    def change(self, pairing: Pairing, **values: Any) -> None:
        changed = replace(pairing, **values)
        kept = (changed if each.id == pairing.id else each for each in self.field.pairings)
        self.field = replace(self.field, pairings=tuple(kept))

    def enter(self, entrant: Entrant, **values: Any) -> None:
        changed = replace(entrant, **values)
        kept = (changed if e.player_id == entrant.player_id else e for e in self.field.entrants)
        self.field = replace(self.field, entrants=tuple(kept))

    def end(self) -> None:
        running = [each for each in self.field.pairings if each.is_running]
        for each in self.lot.sample(running, min(len(running), 2 + len(running) // 4)):
            self.change(each, end=End(Result(self.lot.choice(RANKINGS), Ending.RESIGNED)))

    def leave(self) -> None:
        if self.lot.random() < 0.5:
            who = self.lot.choice(
                [each for each in self.field.entrants if each.division is not None]
            )
            if who.is_in:
                self.enter(who, withdrawn=self.lot.choice(GONE), withdrawn_at=NOW)

    def readmit(self) -> None:
        out = [each for each in self.field.entrants if not each.is_in]
        if out:
            self.enter(self.lot.choice(out), withdrawn=None, withdrawn_at=None)

    def rule(self) -> None:
        ended = [each for each in self.field.pairings if each.end]
        if ended:
            result = Result(self.lot.choice(RANKINGS), Ending.DECIDED)
            self.change(self.lot.choice(ended), end=End(result))

    def annul(self) -> None:
        ended = [each for each in self.field.pairings if each.end]
        if ended:
            self.change(self.lot.choice(ended), end=End(Result((), Ending.ANNULLED)))

    def decide(self) -> None:
        waiting = [each for each in self.field.pairings if each.is_open and not each.match_id]
        if waiting:
            found = self.lot.choice(waiting)
            decided = self.lot.choice([*GONE_WITHOUT])
            self.change(found, seats=replace(found.seats, decided=decided))

    def follow(self) -> None:
        """What follows by itself: games of leavers end, others begin, all ends."""
        while True:
            self.field = self.format.settled(self.field)
            running = [each for each in self.field.pairings if each.is_running]
            leaving = [(e, who) for e in running for who in e.players if not self._is_in(who)]
            for each, who in leaving[:1]:
                won = 1 - each.players.index(who)
                result = Result(((won,), (1 - won,)), Ending.RESIGNED)
                self.change(each, end=End(result, who))
            again = () if leaving else to_replace(self.field)
            for each in again:
                self.change(each, match_id=None, end=None)
            begun = () if leaving or again else to_begin(self.field, 20)
            for each in begun:
                self.matches += 1
                self.change(each, match_id=MatchId(self.matches))
            if not (leaving or again or begun or self._close()):
                return

    def _close(self) -> bool:
        running = self.field.tournament.state is TournamentState.RUNNING
        if running and self._pair():
            return True
        if not running or not self.format.is_over(self.field):
            return False
        over = replace(self.field.tournament, state=TournamentState.OVER, ended_at=NOW)
        self.field = replace(self.field, tournament=over)
        return True

    def _is_in(self, who: PlayerId) -> bool:
        return self.field.by_id[who].is_in

    def check(self) -> None:
        """Every table reads as a second count of it does, and nobody plays too much."""
        self.checks += 1
        counts = counts_of(self.field)
        for table in self.format.tables(self.field):
            found, rows = counts[table.division], [r for r in table.rows if r.standing]
            keys = (Criterion.POINTS, Criterion.SONNEBORN_BERGER, Criterion.WINS)
            shown = {r.player_id: [r.standing.scores[key] for key in keys] for r in rows}  # type: ignore[union-attr]
            assert shown == {
                who: [2 * found.points[who], 4 * found.berger[who], found.wins[who]]
                for who in found.points
            }
            places = {r.player_id: r.standing.place for r in rows if r.standing}
            assert places == found.places()
        if isinstance(self.format, League):
            told = {
                row.player_id: row.move
                for table in self.format.tables(self.field)
                for row in table.rows
                if row.move
            }
            assert told == moves(listed(self.field), counts)


GONE_WITHOUT = (PairingOutcome.FIRST, PairingOutcome.SECOND, PairingOutcome.NEITHER)


def winners(field: Field) -> set[int]:
    """The best of each group who is still in; of more than ten those with most points a game."""
    best = []
    for found in counts_of(field).values():
        places = found.places()
        still = [who for who in places if field.by_id[PlayerId(who)].is_in]
        if still:
            numbers = field.numbers
            first = min(still, key=lambda who: (places[who], numbers[PlayerId(who)]))
            games = len(found.against.get(first, ()))
            best.append((-found.points[first] / max(1, games), numbers[PlayerId(first)], first))
    return {who for _, _, who in sorted(best)[:10]}


def listed(field: Field) -> list[Entrant]:
    """Everybody on the list, the top first."""
    return sorted((e for e in field.entrants if e.number), key=lambda each: each.number or 0)


def counts_of(field: Field) -> dict[int, Recounted]:
    """A second count of each group."""
    over = field.tournament.state is TournamentState.OVER
    gone: set[int] = {each.player_id for each in field.entrants if not each.is_in}
    return {
        division: counted([game_of(e) for e in pairings], gone, over=over)
        for division, pairings in field.within.items()
    }


def game_of(pairing: Pairing) -> Game:
    """The pairing in other words."""
    seats, end = pairing.seats, pairing.end
    assert seats.second_id is not None
    left = () if end is None or end.gone is None else (pairing.players.index(end.gone),)
    ranking = None if end is None else end.result.ranking
    has_match = pairing.match_id is not None
    return Game(seats.first_id, seats.second_id, has_match, ranking, frozenset(left), seats.decided)


def begun(
    kind: TournamentKind,
    rules: Rules,
    people: Sequence[Entrant],
    before: Field | None = None,
    number: int = 1,
) -> Field:
    """A tournament of these, the strongest first, as it begins."""
    played, opened = FORMATS[kind], Field(tournament(kind, rules, number), tuple(people), ())
    order = played.listed(opened, [each.player_id for each in people], before)
    playing = [each for each in order if not opened.by_id[each].sits_out]
    drawn = {
        who: place for place, group in enumerate(played.grouped(playing, rules)) for who in group
    }
    entrants = tuple(
        replace(opened.by_id[who], number=place, division=drawn.get(who))
        for place, who in enumerate(order, start=1)
    )
    return replace(opened, entrants=entrants)


def entrant(number: int, **values: Any) -> Entrant:
    return Entrant(PlayerId(number), NOW + timedelta(minutes=number), True, seed=1500, **values)


@pytest.mark.parametrize("seed", range(MANY))
def test_a_league_of_five_seasons(seed: int) -> None:
    lot = random.Random(seed)
    rules = replace(League.rules, size=lot.randrange(4, 11), games=lot.randrange(3))
    newcomer = lot.randrange(4, 30)
    people, before = [entrant(each) for each in range(1, newcomer + 1)], None
    for number in range(1, SEASONS + 1):
        field = begun(TournamentKind.LEAGUE, rules, people, before, number)
        if before is not None:
            check_list(before, field, people)
        before = Paper(field, lot).play()
        staying = [e for e in before.entrants if e.is_in and lot.random() < 0.85]
        last = {each.player_id for each in before.entrants if each.sits_out}
        carried = [
            entrant(e.player_id, carried=True, sits_out=e.player_id not in last and out)
            for e in staying
            for out in (lot.random() < 0.15,)
        ]
        joined = range(newcomer + 1, newcomer + 5 + lot.randrange(4))
        newcomer = joined[-1]
        people = [*carried, *map(entrant, joined)]
        lot.shuffle(people)


def check_list(before: Field, field: Field, people: Sequence[Entrant]) -> None:
    """The list is the one before, exchanged at its borders; who is new comes last, as seeded."""
    carried: set[int] = {each.player_id for each in people if each.carried}
    expected = list_after(listed(before), counts_of(before), carried)
    new = [each.player_id for each in people if not each.carried]
    assert [each.player_id for each in listed(field)] == [*expected, *new]
    sizes = [sum(e.division == each for e in field.entrants) for each in drawn_of(field)]
    assert sizes == sorted(sizes)
    assert sizes[-1] - sizes[0] <= 1
    divisions = [each.division for each in listed(field) if each.division is not None]
    assert divisions == sorted(divisions)


def drawn_of(field: Field) -> list[int]:
    return sorted({each.division for each in field.entrants if each.division is not None})


@pytest.mark.parametrize("seed", range(MANY))
def test_a_round_robin(seed: int) -> None:
    lot = random.Random(seed)
    rules = Rules(
        least=3,
        most=60,
        size=lot.randrange(4, 11),
        games=lot.randrange(3),
        at_once=lot.randrange(10),
        final_group=lot.random() < 0.6,
    )
    people = [entrant(each) for each in range(1, lot.randrange(3, 61) + 1)]
    played = Paper(begun(TournamentKind.ROUND_ROBIN, rules, people), lot)
    over = played.play()
    assert played.checks
    for pairings in over.within.values():
        met = [(frozenset(each.players), each.seats.game) for each in pairings]
        assert len(met) == len(set(met))
        people_of = {who for each in pairings for who in each.players}
        games = max(each.seats.game for each in pairings)
        assert len(met) == games * len(people_of) * (len(people_of) - 1) // 2


def test_who_left_costs_a_winner_no_place_in_the_final() -> None:
    test_a_round_robin(167)  # of eleven winners one had fewer games that count
