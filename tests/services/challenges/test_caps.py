"""How much one person may have going on."""

from datetime import timedelta

import pytest

from bot.services.challenges import TooManyMatches, TooManyOpen, TooManyToday, checks
from tests.kit.club import ADA, BEN, CHLOE, Club


async def test_thirty_open_challenges_are_enough(club: Club) -> None:
    offered = [await club.offer() for _ in range(checks.MOST_OPEN)]
    with pytest.raises(TooManyOpen) as refused:
        await club.offer()
    assert refused.value.most == checks.MOST_OPEN
    assert (await club.offer(BEN, (ADA,))).challenger_id == BEN
    await club.challenges.cancel(club.actor(ADA), offered[3].id)
    assert (await club.offer()).challenger_id == ADA


async def test_sixty_challenges_a_day_are_enough(club: Club) -> None:
    began = club.clock.now
    for _ in range(checks.MOST_A_DAY):
        challenge = await club.offer()
        await club.challenges.cancel(club.actor(ADA), challenge.id)
        club.clock.advance(minutes=1)
    with pytest.raises(TooManyToday) as refused:
        await club.offer()
    assert refused.value.again_at == began + timedelta(days=1)
    club.clock.now = refused.value.again_at
    await club.offer()
    with pytest.raises(TooManyToday):
        await club.offer()


async def test_nobody_plays_matches_without_end(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "MOST_MATCHES", 3)
    early = [await club.offer() for _ in range(4)]
    for challenge in early[:3]:
        await club.challenges.accept(club.actor(BEN), challenge.id)
    with pytest.raises(TooManyMatches) as refused:
        await club.offer(ADA, (CHLOE,))
    assert refused.value.player_id == ADA
    with pytest.raises(TooManyMatches):
        await club.challenges.accept(club.actor(BEN), early[3].id)
    seek = await club.offer(CHLOE, ())
    with pytest.raises(TooManyMatches):
        await club.challenges.accept(club.actor(BEN), seek.id)
    ended = await club.challenges.get(early[0].id)
    assert ended.match_id is not None
    await club.resign(await club.state(ended.match_id), ADA)
    assert (await club.challenges.accept(club.actor(BEN), early[3].id)).match_id is not None
