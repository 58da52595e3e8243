"""Matches without a clock in which nobody moves."""

import asyncio

import pytest

from bot.services.challenges import Offer
from bot.services.matches import IDLE, MatchState, NotYourMatch, Result
from bot.services.reminders import (
    HasClock,
    NobodyToNudge,
    TooEarlyToCallOff,
    TooEarlyToNudge,
    Wishes,
)
from data.ids import Engine
from data.states import Ending, EntryKind, ReminderWay
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.kit.timed import DAY, timed
from tests.services.opening import OpenClub


async def look_around(club: Club) -> None:
    while await club.scheduler.sweep():
        pass
    await club.delivery.deliver_due()


async def days_pass(club: Club, days: float) -> None:
    club.clock.advance(days=days)
    await look_around(club)


def told(club: Club) -> list[str]:
    """The reminders that stand, by their names."""
    return [card.name for card in club.discord.cards if " for " in card.name]


@pytest.fixture
async def match(club: Club) -> MatchState:
    """A match in which both have moved, and Ada has not for thirteen days."""
    begun = await club.play(await club.start(), 2)
    await days_pass(club, 13)
    return begun


async def test_an_opponent_nudges_once_a_week_from_two_weeks_on(
    club: Club, match: MatchState
) -> None:
    with pytest.raises(TooEarlyToNudge) as early:
        await club.idle.nudge(club.actor(BEN), match.id)
    assert early.value.at == club.clock.now + DAY
    await days_pass(club, 1)
    actor = club.actor(BEN)
    first = await club.idle.nudge(actor, match.id)
    assert (first.player_id, first.again_from) == (ADA, club.clock.now + 7 * DAY)
    assert await club.idle.nudge(actor, match.id) == first
    await look_around(club)
    assert told(club) == [f"nudge for {ADA} in {match.id}"]
    with pytest.raises(TooEarlyToNudge):
        await club.idle.nudge(club.actor(BEN), match.id)
    await days_pass(club, 7)
    await club.idle.nudge(club.actor(BEN), match.id)
    await look_around(club)
    assert len(told(club)) == 2
    await club.play(match)
    await look_around(club)
    assert told(club) == []
    with pytest.raises(TooEarlyToNudge):
        await club.idle.nudge(club.actor(ADA), match.id)


async def test_who_may_not_nudge(club: Club, match: MatchState) -> None:
    await days_pass(club, 2)
    with pytest.raises(NobodyToNudge):
        await club.idle.nudge(club.actor(ADA), match.id)
    with pytest.raises(NotYourMatch):
        await club.idle.nudge(club.actor(CHLOE), match.id)
    clocked = await timed(club, "30d")
    await days_pass(club, 20)
    with pytest.raises(HasClock):
        await club.idle.nudge(club.actor(BEN), clocked.id)
    with pytest.raises(HasClock):
        await club.idle.call_off(club.actor(BEN), clocked.id)


async def test_a_nudge_waits_for_the_morning(club: Club, match: MatchState) -> None:
    await club.reminders.choose(club.actor(ADA), Wishes(quiet="11-15"))
    await days_pass(club, 2)  # it is noon by UTC
    await club.idle.nudge(club.actor(BEN), match.id)
    await look_around(club)
    assert told(club) == []
    await days_pass(club, 3 / 24)
    assert told(club) == [f"nudge for {ADA} in {match.id}"]


async def test_a_nudge_comes_as_its_person_wants_it(club: Club, match: MatchState) -> None:
    await club.reminders.choose(club.actor(ADA), Wishes(ReminderWay.DIRECT))
    await days_pass(club, 2)
    await club.idle.nudge(club.actor(BEN), match.id)
    await look_around(club)
    (nudge,) = [card for card in club.discord.cards if " for " in card.name]
    assert nudge.channel_id == 3_000_000 + ADA


async def test_either_calls_off_what_two_nudges_have_not_woken(
    club: Club, match: MatchState
) -> None:
    await days_pass(club, 7)
    await club.idle.nudge(club.actor(BEN), match.id)
    await days_pass(club, 42)
    with pytest.raises(TooEarlyToCallOff) as once:
        await club.idle.call_off(club.actor(ADA), match.id)
    assert once.value.idle.call_off_from is None
    await club.idle.nudge(club.actor(BEN), match.id)
    await look_around(club)
    actor = club.actor(ADA)
    after = await club.idle.call_off(actor, match.id)
    assert after.result == Result((), Ending.ABORTED)
    assert after.last is not None
    assert (after.last.kind, after.last.text) == (EntryKind.ABORT, IDLE)
    assert await club.idle.call_off(actor, match.id) == after
    await look_around(club)
    assert told(club) == []
    assert await club.rows("timers") == 0


async def test_a_forgotten_match_ends_a_week_after_a_notice(
    open_club: OpenClub, club: Club, match: MatchState
) -> None:
    await days_pass(club, 106.9)
    assert told(club) == []
    other = await open_club(club.discord)
    club.clock.advance(days=1)
    await asyncio.gather(club.scheduler.sweep(), other.scheduler.sweep())
    await look_around(other)
    assert told(club) == [f"notice for {ADA} in {match.id}"]
    await days_pass(other, 6.9)
    assert (await other.state(match.id)).is_running
    await days_pass(other, 0.2)
    ended = await other.state(match.id)
    assert ended.result == Result((), Ending.ABORTED)
    assert ended.last is not None
    assert ended.last.author_id is None
    await look_around(other)
    assert told(club) == []
    assert await club.rows("timers") == 0


async def test_a_move_after_the_notice_keeps_the_match(club: Club, match: MatchState) -> None:
    await days_pass(club, 108)
    assert len(told(club)) == 1
    match = await club.play(match)
    await days_pass(club, 119)
    assert told(club) == []
    await days_pass(club, 2)
    assert told(club) == [f"notice for {BEN} in {match.id}"]


async def test_a_notice_that_came_late_still_gives_a_week(club: Club, match: MatchState) -> None:
    await days_pass(club, 400)
    assert (await club.state(match.id)).is_running
    assert len(told(club)) == 1
    await days_pass(club, 6)
    assert (await club.state(match.id)).is_running
    await days_pass(club, 2)
    assert not (await club.state(match.id)).is_running


async def test_a_match_against_the_bot_ends_quietly(club: Club) -> None:
    offer = Offer("apart", engines=(Engine(1),))
    begun = await club.begun(await club.challenges.offer(club.actor(ADA), offer))
    await club.opponents.move_due()
    await look_around(club)
    await days_pass(club, 119)
    assert (await club.state(begun.id)).is_running
    await days_pass(club, 2)
    ended = await club.state(begun.id)
    assert ended.result == Result((), Ending.ABORTED)
    assert told(club) == []
    assert await club.rows("reminders") == 0


async def test_a_digest_leaves_out_what_only_the_bot_waits_for(club: Club) -> None:
    await club.reminders.choose(club.actor(ADA), Wishes(ReminderWay.DIGEST))
    offer = Offer("apart", engines=(Engine(1),))
    await club.challenges.offer(club.actor(ADA), offer)
    await days_pass(club, 1.1)
    digests = [card.name for card in club.discord.cards if card.name.startswith("digest")]
    assert digests == []
    other = await club.start()
    await days_pass(club, 1)
    (digest,) = [card for card in club.discord.cards if card.name.startswith("digest")]
    assert digest.shown == [str(other.id)]
