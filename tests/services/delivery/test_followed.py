"""News of people whom somebody follows: on their way, and if somebody dies meanwhile."""

from datetime import timedelta

from bot.services.posting import DirectMessagesClosed, TryLater
from bot.services.watching.following import note_end
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
    assert [call for call in club.discord.calls if call.endswith("direct")] == [
        "post_direct",
        "find_direct",
    ]


async def test_who_was_not_told_is_told_later(club: Club) -> None:
    await club.services.following.follow(club.actor(CHLOE), ADA)
    club.discord.fail("post_direct", TryLater(timedelta(seconds=30)))
    await end_one(club)
    assert told(club, CHLOE) == []
    club.clock.advance(seconds=30)
    await club.delivery.deliver_due()
    assert len(told(club, CHLOE)) == 1


async def test_nobody_is_asked_again_whose_messages_are_closed(club: Club) -> None:
    await club.services.following.follow(club.actor(CHLOE), ADA)
    club.discord.fail("post_direct", DirectMessagesClosed())
    await end_one(club)
    club.clock.advance(days=1)
    await club.delivery.deliver_due()
    assert told(club, CHLOE) == []
    assert club.discord.calls.count("post_direct") == 1
    assert await club.rows("outbox", "NOT done") == 0


async def test_an_end_is_noted_once_for_each(club: Club) -> None:
    match = await club.start()
    later = await club.play(match)
    for who, end in ((ADA, match), (ADA, match), (ADA, later), (BEN, match)):
        await club.database.write(note_end, who, end, "Over.", club.clock())
    assert await club.rows("outbox", "kind = 'followed'") == 3


async def test_who_stops_following_in_time_is_not_told(club: Club) -> None:
    await club.services.following.follow(club.actor(CHLOE), ADA)
    match = await club.play(await club.start(ADA, BEN), 2)
    await club.resign(match, BEN)
    await club.services.following.unfollow(club.actor(CHLOE), ADA)
    await club.delivery.deliver_due()
    assert told(club, CHLOE) == []
