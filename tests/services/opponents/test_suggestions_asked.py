"""Suggestions for who practises, and for nobody else."""

import asyncio

import pytest

from bot.services.challenges import Offer
from bot.services.matches import MatchState, NotYourTurn, OutdatedBoard
from bot.services.one_at_a_time import StillBusy
from bot.services.opponents import HintsAreForPractice, NoHintNow
from bot.services.thinking import ThinkingFailedError
from data.ids import Engine
from data.states import SeatChoice
from tests.kit.club import ADA, BEN, Club


async def practice(club: Club, seat: SeatChoice = SeatChoice.FIRST) -> MatchState:
    offer = Offer("apart", seat_choice=seat, engines=(Engine(2),))
    return await club.begun(await club.challenges.offer(club.actor(ADA), offer))


async def test_moves_are_suggested_with_different_reasons(club: Club) -> None:
    match = await practice(club)
    shown, found = await club.hints.of_match(club.actor(ADA), match.id, match.ply)
    assert shown == match
    assert 1 <= len(found) <= 3
    for each in found:
        match.position.play(each.move)
        assert each.events == match.position.events(each.move)
        assert 0 <= each.chance <= 100
    assert len({each.reason for each in found}) == len(found)


async def test_nobody_is_helped_between_people(club: Club) -> None:
    match = await club.start()
    with pytest.raises(HintsAreForPractice):
        await club.hints.of_match(club.actor(ADA), match.id)
    offer = Offer("halves", variant="3p", seat_choice=SeatChoice.FIRST, engines=(Engine(2),))
    challenge = await club.challenges.offer(club.actor(ADA), offer)
    challenge = await club.challenges.accept(club.actor(BEN), challenge.id)
    three = await club.begun(challenge)
    with pytest.raises(HintsAreForPractice):
        await club.hints.of_match(club.actor(ADA), three.id)
    assert club.thinker.asked == []


async def test_only_who_is_to_move_on_that_board_is_helped(club: Club) -> None:
    match = await practice(club)
    with pytest.raises(OutdatedBoard):
        await club.hints.of_match(club.actor(ADA), match.id, 7)
    await club.play(match)
    with pytest.raises(NotYourTurn):
        await club.hints.of_match(club.actor(ADA), match.id)


async def test_one_after_another(club: Club) -> None:
    match = await practice(club)
    club.thinker.free.clear()
    first = asyncio.create_task(club.hints.of_match(club.actor(ADA), match.id))
    while not club.thinker.asked:
        await asyncio.sleep(0.001)
    with pytest.raises(StillBusy):
        await club.hints.of_match(club.actor(ADA), match.id)
    club.thinker.free.set()
    assert (await first)[1]


async def test_whoever_thinks_may_fail(club: Club) -> None:
    match = await practice(club)
    club.thinker.failures.append(ThinkingFailedError("it died"))
    with pytest.raises(NoHintNow):
        await club.hints.of_match(club.actor(ADA), match.id)
