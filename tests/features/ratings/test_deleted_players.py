"""Somebody who was deleted plays, loses and gains no more, whatever happens in their matches."""

import pytest

from bot.core import matches
from bot.core.actor import Person
from bot.features.privacy.service import PrivacyService
from data.ids import PlayerId
from tests.features.ratings.ledger import ledger, recompute
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.kit.times import DAY

MANAGER = Person(PlayerId(900), manages_server=True)


@pytest.mark.parametrize("deleted", [ADA, BEN, CHLOE])
@pytest.mark.parametrize("earlier", [0, 2])
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
