"""Whatever happens to matches of two and three: ratings as they stand are those worked out anew."""

import random
from datetime import timedelta
from itertools import product

import pytest

from bot.core import matches
from bot.core.errors import ServiceError
from bot.core.matches import MatchState
from bot.features.privacy.service import PrivacyService
from data.ids import MatchId, PlayerId, is_stand_in
from tests.features.ratings.ledger import HERE, ledger, recompute
from tests.features.ratings.test_counting import MANAGER, check, decide, kept
from tests.kit.by_day import at_night, mostly_at_night
from tests.kit.club import ADA, BEN, CHLOE, Club, first_move
from tests.kit.times import DAY

PEOPLE = tuple(PlayerId(number) for number in range(201, 206))
STEPS = 50


class Life:
    """Does one thing after another to matches of some people, as far as it can be done."""

    def __init__(self, club: Club, seed: int) -> None:
        self.club, self.chance = club, random.Random(seed)
        self.matches: list[MatchId] = []

    async def step(self) -> None:
        acts = (self.begin, self.begin, self.move, self.move, self.move, self.move, self.leave)
        acts += (self.run_out_of_time, self.delete, self.annul, self.decide, self.forgive)
        self.club.clock.now += timedelta(hours=self.chance.choice((0, 1, 5, 30)))
        try:
            await self.chance.choice(acts)()
        except ServiceError:
            return  # it cannot be done now

    async def one(self) -> MatchState:
        return await self.club.state(self.chance.choice(self.matches or [MatchId(0)]))

    async def begin(self) -> None:
        three = self.chance.random() < 0.6
        players = self.chance.sample(PEOPLE, 3 if three else 2)
        terms = {"game": "halves", "variant": "3p"} if three else {"game": "apart"}
        match = await self.club.start(*players, clock="1d", **terms)
        self.matches.append(match.id)
        await self.club.play(match, self.chance.choice((0, 1, 5, 7, 7, 7)))

    async def move(self) -> None:
        match = await self.one()
        for _ in range(self.chance.randrange(1, 8)):
            mover = match.to_move_player
            if not isinstance(mover, int) or is_stand_in(mover):
                return
            match = await self.club.move(match, first_move(match))

    async def leave(self) -> None:
        match = await self.one()
        await self.club.resign(match, self.chance.choice(match.people))

    async def run_out_of_time(self) -> None:
        await self.club.sweep(hours=26)

    async def delete(self) -> None:
        if self.chance.random() < 0.5:
            await self.club.services[PrivacyService].delete(
                self.club.actor(self.chance.choice(PEOPLE))
            )

    async def annul(self) -> None:
        match = await self.one()
        await self.club.rulings.annul(self.club.actor(MANAGER), match.id, "why")

    async def decide(self) -> None:
        match = await self.one()
        seats = list(range(len(match.players)))
        self.chance.shuffle(seats)
        tied = self.chance.random() < 0.3
        await decide(self.club, match, (tuple(seats),) if tied else tuple((s,) for s in seats))

    async def forgive(self) -> None:
        match = await self.one()
        await self.club.rulings.forgive(self.club.actor(MANAGER), match.id, "why")


@pytest.mark.parametrize("seed", [0, *(at_night(more) for more in range(1, 7))])
async def test_whatever_happens(club: Club, seed: int) -> None:
    life = Life(club, seed)
    for _ in range(STEPS):
        await life.step()
    stood = await ledger(club)
    assert stood["rating_changes"]
    assert all(not is_stand_in(row[2]) for row in stood["ratings"])
    await check(club)


async def leaving(club: Club, plies: int) -> MatchState:
    """A match of three in which the first player leaves after so many plies; the next one wins."""
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves"), plies)
    match = await club.resign(match, ADA)
    while len({made.seat for made in match.moves if made.seat}) < 2 or match.position.ply < 7:
        match = await club.play(match)
    return await club.resign(match, CHLOE)


@pytest.mark.parametrize("plies", [0, 4])
async def test_who_leaves_a_match_of_three_early_is_last_and_rated(club: Club, plies: int) -> None:
    match = await leaving(club, plies)
    finished = await kept(club, match.id)
    assert finished.unrated is None
    places = {seat.player_id: seat.place for seat in finished.seats}
    assert places == {BEN: 0, CHLOE: 1, ADA: 2}
    stood = await ledger(club)
    moved = {row[1] for row in stood["rating_changes"]}
    assert moved == {ADA, BEN, CHLOE}
    rows = {row[2]: row for row in stood["ratings"] if row[1] == HERE}
    assert rows[BEN][3] > rows[CHLOE][3] > rows[ADA][3]
    await check(club)


@pytest.mark.parametrize(
    ("deleted", "earlier"),
    mostly_at_night(product((ADA, BEN, CHLOE), (0, 2)), {(BEN, 2), (ADA, 0)}),
)
async def test_a_match_of_three_that_ends_later_is_rated_as_it_would_be_recomputed(
    club: Club, deleted: PlayerId, earlier: int
) -> None:
    for _ in range(earlier):
        match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"), 6)
        for who in (deleted, next(each for each in match.people if each != deleted)):
            match = await club.resign(match, who)
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"), 6)
    await club.services[PrivacyService].delete(club.actor(deleted))
    match = await club.play(await club.state(match.id), 2)
    other = next(each for each in match.people if each > 0)
    await club.resign(match, other)
    stood = await ledger(club)
    assert await club.rows("ratings", "player_id < 0") == 0
    assert await club.rows("ratings") == 4, "of two people, here and everywhere"
    await recompute(club)
    assert await ledger(club) == stood


async def test_no_undo_brings_a_deleted_player_back(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"), 3)
    await club.services[PrivacyService].delete(club.actor(ADA))
    match = await club.state(match.id)
    assert match.is_running
    asked = await club.undo.ask(club.actor(BEN), match.id)
    await club.undo.grant(club.actor(CHLOE), asked.id)
    match = await club.state(match.id)
    gone = next(seat for seat, each in enumerate(match.people) if each < 0)
    for _ in range(4):
        assert gone in match.left
        assert match.to_move_player in (BEN, CHLOE)
        match = await club.play(match)


@pytest.mark.parametrize("by_manager", [False, True])
async def test_no_forgiveness_brings_a_deleted_player_back(club: Club, by_manager: bool) -> None:
    match = await club.start(clock="1d", posted=True)
    await club.sweep(2 * DAY)
    await club.services[PrivacyService].delete(club.actor(ADA))
    assert not (await club.state(match.id)).is_running

    async def forgive() -> object:
        if by_manager:
            return await club.rulings.forgive(club.actor(MANAGER), match.id, "She was away")
        return await club.forgiveness.ask(club.actor(BEN), match.id)

    with pytest.raises(matches.PlayerDeleted):
        await forgive()
    await club.sweep(2 * DAY)
    assert not (await club.state(match.id)).is_running
