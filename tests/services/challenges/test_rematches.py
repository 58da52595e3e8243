"""Playing the same again, one seat up."""

import asyncio

import pytest

from bot.services.challenges import AlreadyRematched, Challenge
from bot.services.matches import MatchRunning, MatchState, NotYourMatch
from data.ids import Engine, PlayerId
from data.states import ChallengeState, SeatChoice
from tests.kit.club import ADA, BEN, CHLOE, Club


async def over(club: Club, *players: PlayerId, variant: str | None = None) -> MatchState:
    """A match that everybody has given up, one after the other."""
    game = "apart" if variant is None else "halves"
    match = await club.start(*players, game=game, variant=variant)
    while match.is_running:
        leaver = next(seat.holder for seat in match.seats if not seat.left)
        assert not isinstance(leaver, Engine)
        match = await club.resign(match, leaver)
    return match


async def rematch(club: Club, match: MatchState, who: PlayerId) -> Challenge:
    return await club.challenges.rematch(club.actor(who), match.id)


async def test_a_rematch_swaps_the_seats(club: Club) -> None:
    before = await over(club)
    asked = await rematch(club, before, ADA)
    assert (asked.invited, asked.rematch_of) == ((BEN,), before.id)
    assert asked.seat_choice is SeatChoice.ROTATED
    agreed = await club.challenges.accept(club.actor(BEN), asked.id)
    assert (await club.begun(agreed)).players == (BEN, ADA)


async def test_both_asking_for_a_rematch_have_one(club: Club) -> None:
    before = await over(club)
    answers = await asyncio.gather(rematch(club, before, ADA), rematch(club, before, BEN))
    assert {answer.id for answer in answers} == {answers[0].id}
    assert {answer.state for answer in answers} == {ChallengeState.OPEN, ChallengeState.ACCEPTED}
    assert await club.rows("matches") == 2
    with pytest.raises(AlreadyRematched) as again:
        await rematch(club, before, ADA)
    assert again.value.challenge.match_id is not None


async def test_asking_again_while_it_is_open_is_still_one_rematch(club: Club) -> None:
    before = await over(club)
    asked = await rematch(club, before, ADA)
    assert await rematch(club, before, ADA) == asked
    assert await club.rows("challenges") == 2


async def test_the_same_click_is_one_rematch_whatever_became_of_it(club: Club) -> None:
    before = await over(club)
    click = club.actor(ADA)
    asked = await club.challenges.rematch(click, before.id)
    assert await club.challenges.rematch(click, before.id) == asked
    declined = await club.challenges.decline(club.actor(BEN), asked.id)
    assert await club.challenges.rematch(click, before.id) == declined
    assert await club.rows("challenges") == 2


@pytest.mark.parametrize("asker", [ADA, BEN])
async def test_one_that_was_declined_may_be_asked_for_again(club: Club, asker: PlayerId) -> None:
    before = await over(club)
    asked = await rematch(club, before, ADA)
    await club.challenges.decline(club.actor(BEN), asked.id)
    again = await rematch(club, before, asker)
    assert again.id != asked.id
    assert (again.state, again.challenger_id) == (ChallengeState.OPEN, asker)
    agreed = await rematch(club, before, BEN if asker == ADA else ADA)
    assert (await club.begun(agreed)).players == (BEN, ADA)


async def test_one_that_was_taken_back_may_be_asked_for_again(club: Club) -> None:
    before = await over(club)
    asked = await rematch(club, before, ADA)
    await club.challenges.cancel(club.actor(ADA), asked.id)
    assert (await rematch(club, before, ADA)).id != asked.id


async def test_a_rematch_runs_out_like_any_challenge(club: Club) -> None:
    before = await over(club)
    asked = await rematch(club, before, ADA)
    club.clock.advance(days=14)
    with pytest.raises(AlreadyRematched):
        await rematch(club, before, BEN)
    await club.scheduler.sweep()
    assert (await club.challenges.get(asked.id)).state is ChallengeState.EXPIRED
    assert (await rematch(club, before, BEN)).id != asked.id


async def test_only_players_of_an_ended_match_have_a_rematch(club: Club) -> None:
    running = await club.start()
    with pytest.raises(MatchRunning):
        await rematch(club, running, ADA)
    with pytest.raises(NotYourMatch):
        await rematch(club, running, CHLOE)


async def test_three_move_up_one_seat_each(club: Club) -> None:
    before = await over(club, ADA, BEN, CHLOE, variant="3p")
    for player in (BEN, CHLOE, ADA):
        asked = await rematch(club, before, player)
    after = await club.begun(asked)
    assert after.players == (*before.players[1:], before.players[0])
