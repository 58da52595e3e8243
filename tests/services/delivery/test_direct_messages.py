"""Words for one person alone: told once, and dropped where the person takes none."""

from __future__ import annotations

from datetime import timedelta

from bot.services.delivery import DirectMessagesClosed, TryLater
from bot.services.outbox import storage as outbox
from tests.kit.club import ADA, BEN, Club

WORDS = "It is your turn in Apart · match 1."


async def note(club: Club, topic: str = "turn:1:5") -> None:
    await club.database.write(outbox.add_direct, ADA, topic, WORDS, club.clock())


async def test_a_topic_is_told_once(club: Club) -> None:
    await note(club)
    await note(club)
    await club.delivery.deliver_due()
    await note(club)
    await note(club, "turn:1:7")
    await club.delivery.deliver_due()
    assert [(who, said) for who, said, _ in club.discord.directs] == [(ADA, WORDS)] * 2
    await club.database.write(outbox.add_direct, BEN, "turn:1:5", WORDS, club.clock())
    await club.delivery.deliver_due()
    assert club.discord.directs[-1][0] == BEN


async def test_what_may_have_been_sent_is_looked_for(club: Club) -> None:
    await note(club)
    club.discord.fail("post_direct", TryLater(), afterwards=True)
    await club.delivery.deliver_due()
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    assert len(club.discord.directs) == 1
    assert club.discord.calls == ["post_direct", "find_direct"]


async def test_what_was_not_sent_is_sent_later(club: Club) -> None:
    await note(club)
    club.discord.fail("post_direct", TryLater(timedelta(seconds=30)))
    for _ in range(2):
        await club.delivery.deliver_due()
        club.clock.advance(seconds=30)
    assert len(club.discord.directs) == 1


async def test_nobody_is_asked_again_whose_messages_are_closed(club: Club) -> None:
    await note(club)
    club.discord.fail("post_direct", DirectMessagesClosed())
    await club.delivery.deliver_due()
    club.clock.advance(days=1)
    await club.delivery.deliver_due()
    assert club.discord.directs == []
    assert club.discord.calls == ["post_direct"]
