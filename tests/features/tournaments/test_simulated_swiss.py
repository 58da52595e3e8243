"""Swiss tournaments played by lot: what must hold holds after every step, and of every round."""

from collections import Counter

import pytest

from bot.features.settings.service import BlockService
from bot.features.timekeeping.service import VacationService
from bot.features.tournaments.acts import Act
from bot.features.tournaments.formats import format_of
from bot.features.tournaments.values import Field, Pairing
from data.ids import PlayerId
from data.states import PairingOutcome, TournamentState
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.recounted import Game, score_of
from tests.features.tournaments.test_simulated_tournaments import Simulated
from tests.kit.by_day import at_night
from tests.kit.club import Club

BYES = {PairingOutcome.BYE: 1.0, PairingOutcome.HALF_BYE: 0.5, PairingOutcome.ZERO_BYE: 0.0}


class SimulatedSwiss(Simulated):
    """One Swiss, in which people also come late, sit out, block each other and are kept apart."""

    MOVED = 0.9

    def __init__(self, cup: Cup, seed: int, together: int = 1) -> None:
        super().__init__(cup, seed, together)
        self.rounds, self.newcomer = 0, 1000
        self.never: set[frozenset[PlayerId]] = set()
        self.blocks: set[tuple[PlayerId, PlayerId]] = set()
        self.acts += [
            *(self.enter, self.sit_out, self.sit_out, self.block, self.keep_apart, self.close),
            *(self.agree, self.block, self.go_away, self.go_away, self.come_back),
        ]

    async def enter(self, _: Field) -> None:
        self.newcomer += 1
        await self.cup.enter(self.newcomer)

    async def sit_out(self, field: Field) -> None:
        who = self.lot.choice(field.entrants).player_id
        await self.cup.service.sit_out(self.cup.actor(who), self.cup.id)

    async def block(self, field: Field) -> None:
        """Somebody blocks another one, most of the others, or all of them."""
        one, *others = self.lot.sample([e.player_id for e in field.entrants], len(field.entrants))
        for other in others[self.lot.choice((0, 1, -1, -1)) :]:
            await self.club.services[BlockService].block(self.cup.actor(one), other)
            self.blocks.add((one, other))

    async def go_away(self, field: Field) -> None:
        who = self.lot.choice(field.entrants).player_id
        await self.club.services[VacationService].start(
            self.cup.actor(who), days=self.lot.randrange(1, 9)
        )

    async def come_back(self, field: Field) -> None:
        who = self.lot.choice(field.entrants).player_id
        await self.club.services[VacationService].end(self.cup.actor(who))

    async def keep_apart(self, field: Field) -> None:
        one, other = self.lot.sample([each.player_id for each in field.entrants], 2)
        two = (one, other)
        await self.cup.act(Act.KEEP_APART, *two, reason="because")
        self.never.add(frozenset(two))

    async def agree(self, field: Field) -> None:
        """A game is drawn by a ruling before anybody, or anybody else, has moved."""
        found = self.running(field)
        match = await self.club.state(found.match_id)
        if match.ply < 2:
            await self.club.rulings.decide(self.cup.boss, match.id, ((0, 1),), "level")

    async def close(self, _: Field) -> None:
        await self.cup.act(Act.CLOSE, reason="because")

    async def check_format(self, field: Field) -> None:
        check_seats(field)
        check_points(field)
        if field.latest_round > self.rounds:
            assert field.latest_round == self.rounds + 1
            self.rounds += 1
            never = self.never | {frozenset(each) for each in self.blocks}
            newest = [each for each in field.pairings if each.seats.round == self.rounds]
            assert not never & {frozenset(each.players) for each in newest}


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
    latest, is_over = field.latest_round, field.tournament.state is TournamentState.OVER
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


@pytest.mark.parametrize(
    ("seed", "people", "together"),
    [
        (0, 6, 1),
        (2, 8, 1),
        *(at_night(seed, 6 + seed % 7, 1) for seed in range(3, 14)),
        at_night(91, 6, 1),  # a vacation ends at the instant when a round that waits for it is due
        at_night(92, 30, 8),
        at_night(93, 60, 20),
    ],
)
async def test_a_swiss_holds_at_every_step(
    club: Club, seed: int, people: int, together: int
) -> None:
    chosen = {"rounds": 3} if people < 8 else {"rounds": 3 + seed % 2, "round_days": 7 * (seed % 3)}
    cup = await Cup.begun(club, people, "swiss", **chosen)
    played = SimulatedSwiss(cup, seed, together)
    await played.check()
    await played.play()
    assert played.rounds
