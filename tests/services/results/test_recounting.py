"""Whatever happened in whatever order: what stands is what working it out anew gives."""

import random
from dataclasses import replace

import pytest
from sqlalchemy import Connection

from benchmarks.ratings import SERVER, ruled_on, season
from benchmarks.ratings import recompute as recompute_in_memory
from bot.services.matches import Result
from bot.services.ratings import storage as ratings
from bot.services.results import FinishedMatch
from bot.services.results import storage as results
from data.states import Ending
from tests.kit.club import Club
from tests.kit.stored_season import StoredSeason
from tests.services.results.ledger import GAME, ledger, recompute

PEOPLE, MATCHES, RULED_EVERY = 9, 90, 6


def ruled(chance: random.Random, match: FinishedMatch) -> FinishedMatch:
    if chance.random() < 0.3:
        return ruled_on(match, Result((), Ending.ANNULLED))
    order = list(range(len(match.seats)))
    chance.shuffle(order)
    return ruled_on(match, Result(tuple((seat,) for seat in order), Ending.DECIDED))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
async def test_what_stands_is_what_the_matches_give(club: Club, seed: int) -> None:
    chance = random.Random(seed)
    stored = StoredSeason(GAME, "standard")
    played = [
        replace(match, match_id=type(match.match_id)(match.match_id + 1))
        for match in season(people=PEOPLE, matches=MATCHES, seed=seed).matches
    ]
    now = club.clock.now
    await club.database.write(stored.prepare, PEOPLE, SERVER, now)
    for number, match in enumerate(played):
        same_second = played[number - 1].ended_at if number % 7 == 3 else match.ended_at
        await club.database.write(stored.end, replace(match, ended_at=same_second))
        if number % RULED_EVERY == RULED_EVERY - 1:
            wrong = played[chance.randrange(number + 1)]
            await club.database.write(stored.rule, ruled(chance, wrong))
    stood = await ledger(club)
    assert len(stood["ratings"]) == 2 * PEOPLE
    done = await recompute(club)
    assert (done.results, done.ratings, done.unreadable) == (MATCHES, 2 * PEOPLE, 0)
    assert await ledger(club) == stood
    assert await club.database.read(_in_memory)


def _in_memory(connection: Connection) -> bool:
    """Whether the kept ratings are those that the kept results give, one after another."""
    expected = recompute_in_memory(results.following(connection, 0, MATCHES + 1))
    rows = ratings.load(connection, expected)
    return {key: rows[key].rating for key in expected} == expected
