"""Swiss tournaments played by lot: what must hold holds after every step, and of every round."""

import os
from collections import Counter

import pytest

from bot.services.pairing import swiss as rules_of_pairing
from bot.services.tournaments import Field, Pairing
from bot.services.tournaments.formats import format_of
from bot.services.tournaments.swiss import histories, latest_round
from data.ids import PlayerId
from data.states import PairingOutcome, TournamentState
from tests.kit.club import Club
from tests.services.pairing.trying_all import lowest_cost
from tests.services.tournaments.cup_club import Cup
from tests.services.tournaments.recounted import Game, score_of
from tests.services.tournaments.test_simulated_tournaments import Simulated

SEEDS = range(int(os.environ.get("QUINTET_TOURNAMENTS", "3")))
MOST_TRIED = 10
BYES = {PairingOutcome.BYE: 1.0, PairingOutcome.HALF_BYE: 0.5, PairingOutcome.ZERO_BYE: 0.0}


class SimulatedSwiss(Simulated):
    """One Swiss, in which people also come late, sit out, block each other and are kept apart."""

    def __init__(self, cup: Cup, seed: int) -> None:
        super().__init__(cup, seed)
        self.rounds, self.tried, self.newcomer = 0, 0, 1000
        self.never: set[frozenset[PlayerId]] = set()
        self.acts += [
            *(self.enter, self.sit_out, self.sit_out, self.block, self.keep_apart, self.close)
        ]

    async def end(self, field: Field) -> None:
        found = self.running(field)
        if self.lot.random() < 0.9:
            state = await self.club.state(found.match_id)
            await self.club.play(state, max(0, 2 - state.ply) if state.is_running else 0)
        await super().end(field)

    async def enter(self, _: Field) -> None:
        self.newcomer += 1
        await self.cup.enter(self.newcomer)

    async def sit_out(self, field: Field) -> None:
        who = self.lot.choice(field.entrants).player_id
        await self.cup.service.sit_out(self.cup.actor(who), self.cup.id)

    async def block(self, field: Field) -> None:
        one, other = self.lot.sample([each.player_id for each in field.entrants], 2)
        await self.club.services.blocks.block(self.cup.actor(one), other)
        self.never.add(frozenset((one, other)))

    async def keep_apart(self, field: Field) -> None:
        one, other = self.lot.sample([each.player_id for each in field.entrants], 2)
        two = (one, other)
        await self.cup.management.keep_apart(self.cup.boss, self.cup.id, two, "because")
        self.never.add(frozenset(two))

    async def close(self, _: Field) -> None:
        await self.cup.management.close_round(self.cup.boss, self.cup.id, "because")

    async def check_format(self, field: Field) -> None:
        check_seats(field)
        check_points(field)
        if latest_round(field) > self.rounds:
            assert latest_round(field) == self.rounds + 1
            self.rounds += 1
            self.check_round(field)

    def check_round(self, field: Field) -> None:
        """The newest round keeps to the rules; as far as all can be tried it is the best."""
        number = self.rounds
        before = {each: lines[: number - 1] for each, lines in histories(field).items()}
        newest = [each for each in field.pairings if each.seats.round == number]
        paired = [each for each in newest if each.seats.decided is not PairingOutcome.HALF_BYE]
        byes = [each.players[0] for each in paired if len(each.players) == 1]
        playing = [field.numbers[who] for each in paired for who in each.players]
        unfinished = Counter(
            who
            for each in field.pairings
            if each.is_open and each.seats.round < number
            for who in each.players
        )
        assert all(unfinished[who] < 2 for each in paired for who in each.players)
        assert len(byes) == len(playing) % 2
        for each in paired:
            assert frozenset(each.players) not in self.never
            if len(each.players) == 2:
                one, other = (field.numbers[who] for who in each.players)
                assert other not in {line.opponent for line in before[one] if line.met}
        never = frozenset(
            frozenset(field.numbers[who] for who in pair)
            for pair in self.never
            if pair <= field.numbers.keys()
        )
        rules = rules_of_pairing.Rules(never)
        strict = rules_of_pairing.Field(before, playing, rules)
        if strict.best() is None:
            return
        for who in byes:
            lines = before[field.numbers[who]]
            assert not {line.played.value for line in lines} & {"U", "+"}
        for one in playing:
            sides = [line.moved_first for line in before[one] if line.met]
            now = [each.seats.first_id for each in paired if len(each.players) == 2]
            if field.entrants and one not in {field.numbers[who] for who in byes}:
                sides.append(one in {field.numbers[who] for who in now})
            assert abs(2 * sum(sides) - len(sides)) <= 2
            assert len(set(sides[-3:])) > 1 or len(sides) < 3
        if len(playing) <= MOST_TRIED:
            place = {one: at for at, one in enumerate(strict.numbers)}
            cost = [0] * 6
            for each in paired:
                at = sorted(place[field.numbers[who]] for who in each.players)
                pair = (at[0], rules_of_pairing.BYE) if len(at) == 1 else (at[0], at[1])
                cost = [one + more for one, more in zip(cost, strict.costs(*pair), strict=True)]
            assert tuple(cost) == lowest_cost(strict)
            self.tried += 1


def check_seats(field: Field) -> None:
    """Nobody sits twice in a round, has a second half point, or plays on who is out."""
    seats = Counter((each.seats.round, who) for each in field.pairings for who in each.players)
    assert not seats or max(seats.values()) == 1
    halves = [each for each in field.pairings if each.seats.decided is PairingOutcome.HALF_BYE]
    assert len(halves) == len({each.seats.first_id for each in halves})
    for each in field.pairings:
        assert not each.is_running or all(field.by_id[who].is_in for who in each.players)
    played = [each.match_id for each in field.pairings if each.match_id is not None]
    assert len(played) == len(set(played))


def game_of(pairing: Pairing) -> Game:
    """A pairing in other words."""
    ranking = None if pairing.end is None else pairing.end.result.ranking
    has_match = pairing.match_id is not None
    return Game(*pairing.players, has_match, ranking, decided=pairing.seats.decided)


def check_points(field: Field) -> None:
    """The table has the points that a second count of the pairings has."""
    points: Counter[PlayerId] = Counter()
    latest, is_over = latest_round(field), field.tournament.state is TournamentState.OVER
    gone = {each.player_id for each in field.entrants if not each.is_in}
    for each in field.pairings:
        if len(each.players) == 1:
            points[each.players[0]] += BYES[each.seats.decided]  # type: ignore[index, assignment]
            continue
        closed = each.seats.round < latest or is_over
        shares = score_of(game_of(each), gone, over=closed) or (0.0, 0.0)
        for who, share in zip(each.players, shares, strict=True):
            points[who] += share  # type: ignore[assignment]
    for table in format_of(field).tables(field):
        assert {row.player_id: row.points / 2 for row in table.rows} == {
            who: points[who] for who in field.numbers
        }


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_swiss_holds_at_every_step(club: Club, seed: int) -> None:
    people = 6 + seed % 7
    chosen = {"rounds": 3} if people < 8 else {"rounds": 3 + seed % 2, "round_days": 7 * (seed % 3)}
    cup = await Cup.begun(club, people, "swiss", **chosen)
    played = SimulatedSwiss(cup, seed)
    await played.check()
    await played.play()
    assert played.rounds
