"""Whole tournaments with leavers, timeouts and rulings: what must hold holds after every step."""

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from sqlalchemy import Connection, text

from bot.core.actor import Place
from bot.core.errors import ServiceError
from bot.core.timers import Timer
from bot.features.settings.service import BlockService
from bot.features.timekeeping.service import VacationService
from bot.features.tournaments.acts import Act
from bot.features.tournaments.formats import format_of
from bot.features.tournaments.standings import Criterion
from bot.features.tournaments.storage import TOURNAMENT_TIMER
from bot.features.tournaments.values import Field, Pairing, Table
from data.ids import ChannelId, PairingId, PlayerId
from data.states import PairingOutcome, TournamentState
from tests.features.tournaments.cup_club import BOSS, Cup
from tests.features.tournaments.recounted import Game, check_log, recount, score_of
from tests.kit.by_day import at_night
from tests.kit.club import Club, first_move
from tests.kit.leaving import SERVER

MOST_STEPS = 400
OVER = TournamentState.OVER


class Simulated:
    """One tournament, played by lot; people have a hidden strength: the lower the number."""

    MOVED = 0.7
    """In this share of the games that end both have moved."""
    PAUSES = (90, 90, 1500)
    """So many minutes pass at most from step to step, in one tournament or another."""

    def __init__(self, cup: Cup, seed: int, together: int = 1) -> None:
        """Of the games that run so many end at a step at most."""
        self.cup, self.club, self.lot = cup, cup.club, random.Random(seed)
        self.together = together
        self.reopened: set[PairingId] = set()
        self.steps = 0
        self.pause = self.lot.choice(self.PAUSES)
        self.acts = [
            *([self.end] * 14),
            *([self.time_out] * 3),
            *(self.leave, self.expel, self.readmit, self.rule, self.annul, self.decide),
            *(self.forgive, self.stand_still, self.go_on, self.move_house),
        ]

    async def play(self) -> None:
        """Act until it is over, and rule over it a little afterwards."""
        for _ in range(MOST_STEPS):
            field = await self.cup.field()
            if field.tournament.state is OVER:
                break
            await self.step(field)
        assert (await self.cup.field()).tournament.state is OVER
        for act in (self.rule, self.annul, self.rule):
            await self.attempt(act, await self.cup.field())

    async def step(self, field: Field) -> None:
        stopped = field.tournament.state is TournamentState.STOPPED
        idle = not any(each.is_running for each in field.pairings)
        act = self.lot.choice(self.acts)
        if stopped and (idle or self.lot.random() < 0.5):
            act = self.go_on
        elif idle:
            act = self.wait
        await self.attempt(act, field)

    async def wait(self, _: Field) -> None:
        """Nobody plays: a day goes by."""
        self.club.clock.advance(days=1)

    async def attempt(self, act: Any, field: Field) -> None:
        self.club.clock.advance(minutes=self.lot.randrange(1, self.pause))
        try:
            await act(field)
        except ServiceError:
            return
        await self.cup.sweep()
        await self.check()

    def running(self, field: Field) -> Any:
        return self.lot.choice([each for each in field.pairings if each.is_running])

    def ended(self, field: Field) -> Any:
        return self.lot.choice([each for each in field.pairings if each.end] or [None])

    async def end(self, field: Field) -> None:
        """End games, before anybody looks what follows."""
        for _ in range(self.lot.randrange(self.together) + 1):
            field = await self.cup.field()
            if any(each.is_running for each in field.pairings):
                await self.end_one(field)

    async def end_one(self, field: Field) -> None:
        """End a game, in which mostly both have moved."""
        found = self.running(field)
        match = await self.club.state(found.match_id)
        if self.lot.random() < self.MOVED:
            match = await self.club.play(match, max(0, 2 - match.ply))
        if self.lot.random() < 0.15:
            await self.club.rulings.decide(self.cup.boss, match.id, ((0, 1),), "level")
            return
        stronger = min(found.players) if self.lot.random() < 0.75 else max(found.players)
        await self.club.resign(match, found.other(stronger))

    async def time_out(self, field: Field) -> None:
        found = self.running(field)
        match = await self.club.state(found.match_id)
        await self.cup.write_timeout(match.id, match.to_move or 0)

    async def leave(self, field: Field) -> None:
        who = self.lot.choice(field.entrants).player_id
        await self.cup.service.withdraw(self.cup.actor(who), self.cup.id)

    async def expel(self, field: Field) -> None:
        who = self.lot.choice(field.entrants).player_id
        await self.cup.act(Act.EXPEL, who, reason="because")

    async def readmit(self, field: Field) -> None:
        out = [each.player_id for each in field.entrants if not each.is_in]
        if out:
            who = self.lot.choice(out)
            await self.cup.act(Act.READMIT, who, reason="because")

    async def rule(self, field: Field) -> None:
        found = self.ended(field)
        if found is not None:
            ranking = self.lot.choice([((0,), (1,)), ((1,), (0,)), ((0, 1),)])
            await self.club.rulings.decide(self.cup.boss, found.match_id, ranking, "because")

    async def annul(self, field: Field) -> None:
        found = self.ended(field)
        if found is not None:
            await self.club.rulings.annul(self.cup.boss, found.match_id, "because")

    async def forgive(self, field: Field) -> None:
        found = self.ended(field)
        if found is not None:
            await self.club.rulings.forgive(self.cup.boss, found.match_id, "because")
            self.reopened.add(found.id)

    async def decide(self, field: Field) -> None:
        waiting = [each for each in field.pairings if each.is_open and each.match_id is None]
        if waiting:
            found = self.lot.choice(waiting)
            one, other = found.players
            winner = self.lot.choice([one, other, None])
            two = (other, one) if winner == other else (one, other)
            act = Act.BOTH_LOSE if winner is None else Act.WON
            await self.cup.act(act, *two, reason="because")

    async def stand_still(self, _: Field) -> None:
        await self.cup.act(Act.STOP, reason="because")

    async def go_on(self, _: Field) -> None:
        await self.cup.act(Act.RESUME, reason="because")

    async def move_house(self, _: Field) -> None:
        """It has another name and another channel, where its next games are played."""
        name = f"Cup {self.lot.randrange(100)}"
        await self.cup.act(Act.RENAME, name=name, reason="because")
        elsewhere = Place(SERVER, ChannelId(self.lot.randrange(1, 9)))
        await self.cup.act(Act.HERE, by=self.cup.club.actor(BOSS, elsewhere))

    async def check(self) -> None:
        """Everything that must hold."""
        self.steps += 1
        stored, field = await self.cup.stored(), await self.cup.field()
        assert stored == field
        played = [each.match_id for each in field.pairings if each.match_id is not None]
        assert len(played) == len(set(played))
        await self.check_format(field)
        await self.club.database.read(check_log, field)
        before = await self.club.database.read(dump)
        await self.again()
        assert await self.club.database.read(dump) == before

    async def check_format(self, field: Field) -> None:
        """What must hold of a round robin and a league."""
        check_pairings(field, self.reopened)
        for table in format_of(field).tables(field):
            over = field.tournament.state is OVER
            division = table.division
            found = await self.club.database.read(recount, self.cup.id, division, over=over)
            check_table(table, found)
        if field.tournament.state is OVER:
            games = max((each.seats.game for each in field.pairings), default=1)
            assert games in (1, 2)

    async def again(self) -> None:
        """Look once more at what is due, which is nothing."""

        def look(connection: Connection) -> None:
            action = self.club.scheduler.rules[TOURNAMENT_TIMER].act
            now = self.club.clock.now
            action(connection, Timer(TOURNAMENT_TIMER, self.cup.id, now), now)

        await self.club.database.write(look)


def dump(connection: Connection) -> list[list[Any]]:
    """All that tournaments have stored."""
    tables = ("tournaments", "tournament_players", "pairings", "tournament_log")
    return [
        list(connection.execute(text(f"SELECT * FROM {each} ORDER BY 1, 2"))) for each in tables
    ]


def check_pairings(field: Field, reopened: set[PairingId]) -> None:
    """Nobody who is out plays; nobody more at once than is allowed, but for what was reopened."""
    busy: Counter[PlayerId] = Counter()
    again = {frozenset(each.players) for each in field.pairings if each.id in reopened}
    for pair in {frozenset(each.players) for each in field.pairings if each.is_running}:
        assert all(field.by_id[each].is_in for each in pair)
        busy.update(() if pair in again else pair)
    at_once = field.tournament.rules.at_once
    assert not at_once or all(each <= at_once for each in busy.values())
    for division in sorted(field.within):
        within = [each for each in field.pairings if each.seats.division == division]
        met = Counter(frozenset(each.players) for each in within)
        members = field.members(division)
        assert set(met.values()) == {max(each.seats.game for each in within)}
        assert len(met) == len(members) * (len(members) - 1) // 2


def check_table(table: Table, points: dict[int, float]) -> None:
    """The table has the points of a second count, and its places are those of its scores."""
    counted = [row for row in table.rows if row.standing is not None]
    assert {row.player_id: row.points / 2 for row in counted} == points
    scores = [row.standing.scores for row in counted if row.standing]
    keys = [(each[Criterion.POINTS], each[Criterion.SONNEBORN_BERGER]) for each in scores]
    assert keys == sorted(keys, reverse=True)
    places = [row.standing.place for row in counted if row.standing]
    shared = [row.standing.shared for row in counted if row.standing]
    assert shared == [places.count(place) > 1 for place in places]


LARGE: dict[str, Any] = {"size": 6, "games": 1, "final_group": True, "at_once": 4}


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("kind", "people", "together", "chosen"),
    [
        ("round_robin", 5, 1, {"games": 1}),
        *(
            at_night(*given)
            for given in (
                ("round_robin", 4, 1, {"at_once": 1}),
                ("round_robin", 12, 1, {"size": 4, "games": 1, "final_group": True, "at_once": 2}),
                ("round_robin", 25, 8, LARGE),
                ("round_robin", 50, 20, LARGE),
                ("league", 9, 1, {"size": 5, "games": 1}),
                ("league", 7, 1, {"size": 4}),
            )
        ),
    ],
)
async def test_where_everybody_meets_all_holds_at_every_step(
    club: Club, kind: str, people: int, together: int, chosen: dict[str, Any]
) -> None:
    cup = await Cup.begun(club, people, kind, **chosen)
    await Simulated(cup, people, together).play()


MOST_GAMES = 5
Places = dict[tuple[int, int, int], list[Pairing]]
"""The games of each tie, by round, 1 for the game for third place, and board."""


class SimulatedKnockout(Simulated):
    """A cup in which people also move, so that a bracket stands."""

    def __init__(self, cup: Cup, seed: int, together: int = 1) -> None:
        super().__init__(cup, seed, together)
        self.acts += [self.meet] * 6

    async def meet(self, field: Field) -> None:
        """Both move in a game, or one of them alone."""
        match = await self.club.state(self.running(field).match_id)
        for _ in range(self.lot.choice((1, 2, 2))):
            if not match.is_running:
                return
            match = await self.club.move(match, first_move(match))

    async def check_format(self, field: Field) -> None:
        places: Places = {}
        for each in field.pairings:
            seats = each.seats
            places.setdefault((seats.round, seats.division, seats.board), []).append(each)
        check_games(field, places)
        for place in places:
            check_who_sits_there(field, places, place)


def check_games(field: Field, places: Places) -> None:
    """Two games with sides exchanged, two more, and a decider; nobody who is out plays."""
    ties = [place for place in places if place[1] == 0]
    assert len(ties) <= len({*field.numbers.values()}) - 1
    for games in places.values():
        numbers = {each.seats.game: each for each in games}
        assert {1, 2} <= numbers.keys() <= {*range(1, MOST_GAMES + 1)}
        assert len({frozenset(each.players) for each in games}) == 1
        for one, other in (numbers[1], numbers[2]), (numbers.get(3), numbers.get(4)):
            assert not one or not other or one.players == other.players[::-1]
    for each in field.pairings:
        assert not each.is_running or all(field.by_id[who].is_in for who in each.players)


def numbers_of(field: Field, games: Iterable[Pairing]) -> set[int]:
    """The numbers of those who play."""
    return {field.numbers[who] for each in games for who in each.players}


def check_who_sits_there(field: Field, places: Places, place: tuple[int, int, int]) -> None:
    """Each comes from one of the two ties before, and the other one of that tie does not."""
    number, division, board = place
    players = numbers_of(field, places[place])
    size = 2 ** (len({*field.numbers.values()}) - 1).bit_length()
    if number == 1:
        assert sum(players) == size + 1
        return
    before = (2 * board - 1, 2 * board) if division == 0 else (1, 2)
    came = [places.get((number - 1, 0, each)) for each in before]
    for tie in filter(None, came):
        assert len(players & numbers_of(field, tie)) <= 1
    known = {who for tie in came if tie for who in numbers_of(field, tie)}
    assert players <= known or None in came  # else a bye brought them here


@pytest.mark.parametrize(
    ("seed", "people", "together"),
    [
        (1, 4, 1),
        at_night(3, 10, 1),
        *(at_night(seed, 3 + seed * 7 % 14, 1) for seed in range(12)),
        at_night(12, 40, 8),
        at_night(13, 90, 20),
    ],
)
async def test_a_knockout_holds_at_every_step(
    club: Club, seed: int, people: int, together: int
) -> None:
    chosen: dict[str, Any] = {} if seed % 3 else {"third_place": seed % 2 == 0}
    cup = await Cup.begun(club, people, "knockout", **chosen)
    await SimulatedKnockout(cup, seed, together).play()


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
        at_night(2, 8, 1),
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
