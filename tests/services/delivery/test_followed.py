"""News of people whom somebody follows: on their way, and if somebody dies meanwhile."""

from __future__ import annotations

from bot.services.delivery import TryLater
from data.ids import PlayerId
from tests.kit.club import ADA, BEN, CHLOE, DAN, Club


async def end_one(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN), 2)
    await club.resign(match, BEN)
    await club.delivery.deliver_due()


def told(club: Club, who: PlayerId) -> list[str]:
    return [said for player, said, _ in club.discord.directs if player == who]


async def test_it_is_told_where_the_match_could_be_watched(club: Club) -> None:
    for who in (CHLOE, DAN):
        await club.services.following.follow(club.actor(who), ADA)
    club.discord.shut_out.add(DAN)
    await end_one(club)
    (news,) = told(club, CHLOE)
    assert "wins against" in news
    assert told(club, DAN) == []
    await club.delivery.deliver_due()
    assert len(told(club, CHLOE)) == 1


async def test_who_may_have_been_told_is_not_told_again(club: Club) -> None:
    await club.services.following.follow(club.actor(CHLOE), ADA)
    club.discord.fail("post_direct", TryLater(), afterwards=True)
    await end_one(club)
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    assert len(told(club, CHLOE)) == 1


async def test_who_stops_following_in_time_is_not_told(club: Club) -> None:
    await club.services.following.follow(club.actor(CHLOE), ADA)
    match = await club.play(await club.start(ADA, BEN), 2)
    await club.resign(match, BEN)
    await club.services.following.unfollow(club.actor(CHLOE), ADA)
    await club.delivery.deliver_due()
    assert told(club, CHLOE) == []
