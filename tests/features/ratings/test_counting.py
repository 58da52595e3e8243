"""What a match is worth is kept with its end, and put right with every ruling and forgiveness."""

import asyncio
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from sqlalchemy import Connection

from benchmarks import ratings as seasons
from bot.core.actor import Person
from bot.core.matches import MatchState, Result
from bot.features.challenges.offer import BEFORE_RATED
from bot.features.profiles.service import ProfileService
from bot.features.ratings import FinishedMatch, points
from bot.features.ratings import storage as ratings
from bot.features.ratings.values import rate_match
from data.ids import MatchId, PlayerId
from data.states import Ending, UnratedReason
from rules.outcomes import Ranking
from tests.features.ratings.ledger import GAME, ledger, rating, recompute
from tests.kit.club import ADA, BEN, CHLOE, DAN, PLACE, Club, OpenClub

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


def won_by(match: MatchState, who: PlayerId) -> Ranking:
    winner = match.seat_of(who)
    return (winner,), (1 - winner,)


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


async def test_a_result_moves_the_ratings_of_both_here_and_everywhere(club: Club) -> None:
    match = await played(club)
    result = Result(won_by(match, ADA), Ending.RESIGNED)
    over = seasons.finished(match.id, match.people, result, club.clock.now, server=PLACE.server_id)
    for change in rate_match(replace(over, game=GAME), {}):
        row = await rating(club, change.player_id, change.scope)
        assert row.rating == change.after
    ada, ben = await rating(club, ADA), await rating(club, BEN)
    assert (ada.won, ada.drawn, ada.lost, ada.best) == (1, 0, 0, None)
    assert (ben.won, ben.drawn, ben.lost) == (0, 0, 1)
    assert points(ada.rating) > 1500 > points(ben.rating)


async def test_what_is_too_short_or_called_off_moves_no_rating(club: Club) -> None:
    short = await club.resign(await club.play(await club.start(), 3), BEN)
    called_off = await club.matches.abort(club.actor(ADA), (await club.start()).id)
    assert (await kept(club, short.id)).unrated is UnratedReason.TOO_SHORT
    assert (await kept(club, called_off.id)).unrated is UnratedReason.NO_RESULT
    assert (await ledger(club))["ratings"] == []


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


async def test_an_annulled_match_has_moved_nothing(club: Club) -> None:
    match = await played(club)
    await played(club, ADA, CHLOE, loser=CHLOE)
    await played(club, CHLOE, DAN, loser=DAN)  # who never met anybody in the first match
    await club.rulings.annul(club.actor(MANAGER), match.id, "They shared an account")
    assert (await kept(club, match.id)).unrated is UnratedReason.NO_RESULT
    rows = (await ledger(club))["ratings"]
    assert {row[2] for row in rows} == {ADA, CHLOE, DAN}
    await check(club)
    assert (await rating(club, ADA)).won == 1
    await decide(club, match, ((0, 1),))
    assert (await rating(club, BEN)).drawn == 1
    await check(club)


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


async def test_two_of_three_who_share_the_first_place_have_drawn(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"), 6)
    ada, ben, chloe = (match.people.index(who) for who in (ADA, BEN, CHLOE))
    await decide(club, match, ((ada, ben), (chloe,)))
    stood = await ledger(club)
    for _ in range(2):
        for who, expected in ((ADA, (0, 1, 0)), (BEN, (0, 1, 0)), (CHLOE, (0, 0, 1))):
            (row, _everywhere) = await club.database.read(ratings.ratings_of, who)
            assert (row.won, row.drawn, row.lost) == expected
            record = (await club.services[ProfileService].in_game(who, "halves", None)).overall
            assert (record.won, record.drawn, record.lost) == expected
        (met,) = (await club.services[ProfileService].versus(ADA, BEN)).games
        assert (met.ahead, met.level, met.behind) == (0, 1, 0)
        await recompute(club)
    assert await ledger(club) == stood


@pytest.mark.both_databases
async def test_two_programs_at_once(open_club: OpenClub) -> None:
    club, other = await open_club(), await open_club()
    other._interactions = count(1_000)
    first, second = [await club.play(await club.start(ADA, who), 4) for who in (BEN, CHLOE)]
    await asyncio.gather(club.resign(first, BEN), other.resign(second, CHLOE))
    assert (await rating(club, ADA)).won == 2
    stood = await ledger(club)
    assert len(stood["results"]) == 2
    assert len(stood["ratings"]) == 6  # three people, here and everywhere
    done = await recompute(club)
    assert (done.results, done.rated) == (2, 2)
    assert await ledger(club) == stood


async def test_what_was_played_meanwhile_counts_as_if_nobody_had_been_late(club: Club) -> None:
    match = await club.play(await club.start(clock="1d"), 4)
    await club.sweep(days=2)
    assert {row[2] for row in (await ledger(club))["ratings"]} == {ADA, BEN}
    await played(club, BEN, CHLOE)
    with_loss = (await ledger(club))["ratings"]
    again = await club.rulings.forgive(club.actor(MANAGER), match.id, "the power was out")
    assert again.is_running
    forgiven = await ledger(club)
    assert {row[2] for row in forgiven["ratings"]} == {BEN, CHLOE}
    assert [row for row in forgiven["ratings"] if row[2] == CHLOE] != [
        row for row in with_loss if row[2] == CHLOE
    ]
    await check(club)
    await club.resign(again, ADA)  # a second end is the match's result, and comes last
    assert {row[2] for row in (await ledger(club))["ratings"]} == {ADA, BEN, CHLOE}
    await check(club)
