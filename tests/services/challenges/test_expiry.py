"""Challenges that nobody answers run out."""

from datetime import timedelta

import pytest

from bot.services.challenges import ChallengeClosed
from bot.services.timers import storage as timers
from data.states import ChallengeState, TimerKind
from tests.kit.club import BEN, Club


async def test_a_challenge_waits_fourteen_days(club: Club) -> None:
    early = await club.offer()
    club.clock.advance(days=1)
    late = await club.offer()
    assert await club.database.read(timers.next_due) == early.expires_at
    club.clock.advance(days=13)
    with pytest.raises(ChallengeClosed) as closed:
        await club.challenges.accept(club.actor(BEN), early.id)
    assert closed.value.challenge.state is ChallengeState.EXPIRED
    assert await club.scheduler.sweep() == 1
    assert (await club.challenges.get(early.id)).state is ChallengeState.EXPIRED
    assert await club.scheduler.sweep() == 0
    assert await club.database.read(timers.next_due) == late.expires_at
    accepted = await club.challenges.accept(club.actor(BEN), late.id)
    assert accepted.match_id is not None
    left = await club.database.read(timers.due, club.clock.now + timedelta(days=1000), 100)
    assert [each for each in left if each.kind is TimerKind.CHALLENGE_EXPIRY] == []


async def test_whatever_ends_a_challenge_takes_its_timer_away(club: Club) -> None:
    declined, cancelled = await club.offer(), await club.offer()
    await club.challenges.decline(club.actor(BEN), declined.id)
    await club.challenges.cancel(club.actor(cancelled.challenger_id), cancelled.id)
    assert await club.rows("timers") == 0
    club.clock.advance(days=14)
    assert await club.scheduler.sweep() == 0
    assert (await club.challenges.get(declined.id)).state is ChallengeState.DECLINED


async def test_the_card_tells_that_it_ran_out(club: Club) -> None:
    await club.offer()
    await club.delivery.deliver_due()
    club.clock.advance(days=14)
    await club.scheduler.sweep()
    await club.delivery.deliver_due()
    (card,) = club.discord.cards
    assert card.shown == ["open", "expired"]
