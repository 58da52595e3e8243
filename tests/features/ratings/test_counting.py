"""What a match is worth is kept with its end, and put right with every ruling and forgiveness."""

import asyncio
import random
from dataclasses import replace
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from sqlalchemy import Connection, select

from benchmarks import ratings as seasons
from bot.core import matches
from bot.core.actor import Person
from bot.core.errors import ServiceError
from bot.core.matches import MatchState
from bot.features.challenges.offer import BEFORE_RATED
from bot.features.privacy.service import PrivacyService
from bot.features.ratings import FinishedMatch, RatingKey, RatingRow, recompute_all
from bot.features.ratings import storage as ratings
from bot.features.ratings.counting import Recomputed
from data.ids import MatchId, PlayerId, is_stand_in
from data.standing_tables import rating_changes, results, seat_results
from data.standing_tables import ratings as rating_table
from data.states import Ending, UnratedReason
from rules.outcomes import Ranking
from tests.kit.by_day import at_night, mostly_at_night
from tests.kit.club import ADA, BEN, CHLOE, PLACE, Club, OpenClub, first_move
from tests.kit.refusals import refusal
from tests.kit.times import DAY

Ledger = dict[str, list[tuple[Any, ...]]]
GAME = "apart"
HERE = PLACE.server_id or 0


async def ledger(club: Club) -> Ledger:

    def read(connection: Connection) -> Ledger:
        found: Ledger = {}
        for table in (results, seat_results, rating_changes, rating_table):
            rows = connection.execute(select(table)).all()
            found[table.name] = sorted((tuple(row) for row in rows), key=repr)
        return found

    return await club.database.read(read)


async def recompute(club: Club) -> Recomputed:
    return await club.database.write(recompute_all, club.store)


async def rating(club: Club, who: PlayerId, scope: int = HERE) -> RatingRow:
    found = await club.database.read(ratings.load, [RatingKey(GAME, scope, who)])
    return found[RatingKey(GAME, scope, who)]


MANAGER = Person(PlayerId(99), manages_server=True)


async def played(club: Club, *who: PlayerId, loser: PlayerId = BEN, **terms: Any) -> MatchState:
    """A match that is over once everybody has moved twice and somebody resigns."""
    match = await club.play(await club.start(*who, **terms), 4)
    return await club.resign(match, loser)


async def kept(club: Club, match_id: MatchId) -> FinishedMatch:
    found = await club.database.read(ratings.result_of, match_id)
    assert found is not None
    return found


async def decide(club: Club, match: MatchState, ranking: Ranking) -> None:
    await club.rulings.decide(club.actor(MANAGER), match.id, ranking, "A mistake")


def is_reckoned_in_order(connection: Connection) -> bool:
    """Whether the kept ratings are those of the kept results, one after another."""
    expected = seasons.recompute(ratings.following(connection, 0, 1000))
    rows = ratings.load(connection, expected)
    kept = {key: row.rating for key, row in rows.items()}
    return kept == {key: expected[key] for key in kept}


async def check(club: Club) -> None:
    """What stands is what working it out anew gives."""
    stood = await ledger(club)
    assert await club.database.read(is_reckoned_in_order)
    await recompute(club)
    assert await ledger(club) == stood


async def test_a_friendly_match_moves_no_rating_and_so_does_its_rematch(club: Club) -> None:
    match = await played(club, rated=False)
    assert match.match.unrated is UnratedReason.FRIENDLY
    assert (await kept(club, match.id)).unrated is UnratedReason.FRIENDLY
    asked = await club.challenges.rematch(club.actor(ADA), match.id)
    assert asked.unrated is UnratedReason.FRIENDLY
    agreed = await club.challenges.accept(club.actor(BEN), asked.id)
    assert (await club.begun(agreed)).match.unrated is UnratedReason.FRIENDLY


async def test_a_server_says_what_is_usual(club: Club) -> None:
    manager = club.actor(MANAGER)
    await club.settings.change_server(manager, lambda now: replace(now, rated=False))
    assert (await club.offer(rated=None)).unrated is UnratedReason.FRIENDLY
    assert (await club.offer(rated=True)).unrated is None
    await club.settings.change_server(manager, lambda now: replace(now, rated=True))
    assert (await club.offer(rated=None)).unrated is None


async def test_who_has_played_little_plays_friendly_where_nobody_says_so(club: Club) -> None:
    asked = await club.offer(rated=None)
    assert asked.unrated is UnratedReason.NEWCOMER
    first = await club.begun(await club.challenges.accept(club.actor(BEN), asked.id))
    assert first.match.unrated is UnratedReason.NEWCOMER
    assert (await club.offer(rated=True)).unrated is None
    for _ in range(BEFORE_RATED):
        await played(club)
    await club.resign(first, BEN)
    rematch = await club.challenges.rematch(club.actor(ADA), first.id)
    assert rematch.unrated is None  # nobody chose, and by now both have played
    assert (await club.offer(rated=None)).unrated is None
    assert (await club.offer(ADA, (CHLOE,), rated=None)).unrated is UnratedReason.NEWCOMER


@pytest.mark.parametrize(("who", "rated"), [(BEN, None), (CHLOE, UnratedReason.NEWCOMER)])
async def test_an_open_challenge_becomes_what_those_who_come_make_it(
    club: Club, who: PlayerId, rated: UnratedReason | None
) -> None:
    for _ in range(BEFORE_RATED):
        await played(club)
    asked = await club.offer(ADA, (), rated=None)
    assert asked.unrated is UnratedReason.NEWCOMER
    agreed = await club.challenges.accept(club.actor(who), asked.id)
    assert agreed.unrated is rated
    assert (await club.begun(agreed)).match.unrated is rated


async def test_the_sixth_match_in_a_week_is_said_to_be_friendly(club: Club) -> None:
    for _ in range(5):
        assert (await played(club)).match.unrated is None
    asked = await club.offer(BEN, (ADA,))
    assert asked.unrated is UnratedReason.TOO_MANY
    assert (await club.offer(ADA, (CHLOE,))).unrated is None
    assert (await club.offer(ADA, (BEN,), game="detach")).unrated is None
    sixth = await played(club)
    assert (await kept(club, sixth.id)).unrated is UnratedReason.TOO_MANY
    club.clock.advance(days=7, seconds=1)
    assert (await club.offer(BEN, (ADA,))).unrated is None


async def test_whoever_comes_to_an_open_challenge_may_make_it_friendly(club: Club) -> None:
    for _ in range(5):
        await club.start()
    assert (await club.offer()).unrated is UnratedReason.TOO_MANY, "though none is over"
    opened = await club.offer(ADA, ())
    assert opened.unrated is None
    accepted = await club.challenges.accept(club.actor(BEN), opened.id)
    assert accepted.unrated is UnratedReason.TOO_MANY
    assert (await club.begun(accepted)).match.unrated is UnratedReason.TOO_MANY
    other = await club.offer(ADA, ())
    assert (await club.challenges.accept(club.actor(CHLOE), other.id)).unrated is None


async def test_people_who_time_out_in_many_matches_are_rated_once(club: Club) -> None:
    numbers = []
    for opponent in (BEN, CHLOE, PlayerId(7)):
        match = await club.play(await club.start(ADA, opponent, clock="1d"), 4)
        numbers.append(match.id)
    await club.sweep(days=2)
    found = [await kept(club, number) for number in numbers]
    assert [each.ending for each in found] == [Ending.TIMED_OUT] * 3
    reasons = [each.unrated for each in sorted(found, key=lambda each: each.number)]
    assert reasons == [None, *[UnratedReason.REPEATED_TIMEOUT] * 2]
    first = min(found, key=lambda each: each.number)
    await club.rulings.annul(club.actor(MANAGER), first.match_id, "We were away")
    second = sorted(found, key=lambda each: each.number)[1]
    assert (await kept(club, second.match_id)).unrated is None
    await check(club)


async def test_what_ended_before_results_were_kept_is_found_by_recomputing(club: Club) -> None:
    for loser in (BEN, ADA, BEN):
        await played(club, loser=loser)
        club.clock.advance(minutes=5)
    before = await ledger(club)

    def lose(connection: object) -> None:
        ratings.remove_result(connection, MatchId(2))  # type: ignore[arg-type]

    await club.database.write(lose)
    assert (await recompute(club)).rated == 3
    after = await ledger(club)
    assert after["ratings"] == before["ratings"]
    assert [row[0] for row in sorted(after["results"], key=lambda row: row[1])] == [1, 2, 3]


@pytest.mark.both_databases
async def test_two_programs_at_once(open_club: OpenClub) -> None:
    club, other = await open_club(), await open_club()
    first, second = [await club.play(await club.start(ADA, who), 4) for who in (BEN, CHLOE)]
    await asyncio.gather(club.resign(first, BEN), other.resign(second, CHLOE))
    assert (await rating(club, ADA)).won == 2
    stood = await ledger(club)
    assert len(stood["results"]) == 2
    assert len(stood["ratings"]) == 6  # three people, here and everywhere
    done = await recompute(club)
    assert (done.results, done.rated) == (2, 2)
    assert await ledger(club) == stood


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

    await refusal(matches.PlayerDeleted, forgive())
    await club.sweep(2 * DAY)
    assert not (await club.state(match.id)).is_running


async def test_who_was_forgiven_and_resigns_was_not_late(club: Club) -> None:
    match = await club.start(clock="1d", posted=True)
    await club.sweep(2 * DAY)
    late = "timed_out_at IS NOT NULL"
    assert await club.rows("seat_results", late) == 1
    await club.forgiveness.ask(club.actor(BEN), match.id)
    await club.resign(match, ADA)
    assert await club.rows("seat_results") == 2
    assert await club.rows("seat_results", late) == 0
