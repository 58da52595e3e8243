"""Matches without a clock in which nobody moves."""

import asyncio

import pytest

from bot.core.matches import IDLE, MatchState, NotYourMatch, Result
from bot.features import reminders
from data.ids import Engine
from data.states import Ending, EntryKind, ReminderWay
from tests.kit.club import ADA, BEN, CHLOE, Club, OpenClub
from tests.kit.due import work_due
from tests.kit.refusals import refusal
from tests.kit.timed import timed
from tests.kit.times import DAY


@pytest.fixture
async def match(club: Club) -> MatchState:
    """A match in which both have moved, and Ada has not for thirteen days."""
    begun = await club.play(await club.start(), 2)
    await club.look_around(days=13)
    return begun


async def test_opponents_nudge_weekly_from_two_weeks_on(club: Club, match: MatchState) -> None:
    early = await refusal(
        reminders.TooEarlyToNudge, club.reminders.nudge(club.actor(BEN), match.id)
    )
    assert early.at == club.clock.now + DAY
    await club.look_around(days=1)
    actor = club.actor(BEN)
    first = await club.reminders.nudge(actor, match.id)
    assert (first.player_id, first.again_from) == (ADA, club.clock.now + 7 * DAY)
    assert await club.reminders.nudge(actor, match.id) == first
    await club.look_around()
    assert club.discord.reminders() == [f"nudge for {ADA} in {match.id}"]
    await refusal(reminders.TooEarlyToNudge, club.reminders.nudge(club.actor(BEN), match.id))
    await club.look_around(days=7)
    await club.reminders.nudge(club.actor(BEN), match.id)
    await club.look_around()
    assert len(club.discord.reminders()) == 2
    await club.play(match)
    await club.look_around()
    assert club.discord.reminders() == []
    await refusal(reminders.TooEarlyToNudge, club.reminders.nudge(club.actor(ADA), match.id))


async def test_who_may_not_nudge(club: Club, match: MatchState) -> None:
    await club.look_around(days=2)
    await refusal(reminders.NobodyToNudge, club.reminders.nudge(club.actor(ADA), match.id))
    await refusal(NotYourMatch, club.reminders.nudge(club.actor(CHLOE), match.id))
    clocked = await timed(club, "30d")
    await club.look_around(days=20)
    await refusal(reminders.HasClock, club.reminders.nudge(club.actor(BEN), clocked.id))
    await refusal(reminders.HasClock, club.reminders.call_off(club.actor(BEN), clocked.id))


async def test_a_nudge_waits_for_the_morning(club: Club, match: MatchState) -> None:
    await club.reminders.choose(club.actor(ADA), reminders.Wishes(quiet="11-15"))
    await club.look_around(days=2)  # it is noon by UTC
    await club.reminders.nudge(club.actor(BEN), match.id)
    await club.look_around()
    assert club.discord.reminders() == []
    await club.look_around(days=3 / 24)
    assert club.discord.reminders() == [f"nudge for {ADA} in {match.id}"]


async def test_a_nudge_comes_as_its_person_wants_it(club: Club, match: MatchState) -> None:
    await club.reminders.choose(club.actor(ADA), reminders.Wishes(ReminderWay.DIRECT))
    await club.look_around(days=2)
    await club.reminders.nudge(club.actor(BEN), match.id)
    await club.look_around()
    (nudge,) = [card for card in club.discord.cards if " for " in card.name]
    assert nudge.channel_id == 3_000_000 + ADA


async def test_either_calls_off_after_two_nudges(club: Club, match: MatchState) -> None:
    await club.look_around(days=7)
    await club.reminders.nudge(club.actor(BEN), match.id)
    await club.look_around(days=42)
    once = await refusal(
        reminders.TooEarlyToCallOff, club.reminders.call_off(club.actor(ADA), match.id)
    )
    assert once.idle.call_off_from is None
    await club.reminders.nudge(club.actor(BEN), match.id)
    await club.look_around()
    actor = club.actor(ADA)
    after = await club.reminders.call_off(actor, match.id)
    assert after.result == Result((), Ending.ABORTED)
    assert (after.last.kind, after.last.text) == (EntryKind.ABORT, IDLE)
    assert await club.reminders.call_off(actor, match.id) == after
    await club.look_around()
    assert club.discord.reminders() == []
    assert await club.rows("timers") == 0


async def test_a_forgotten_match_ends(open_club: OpenClub, club: Club, match: MatchState) -> None:
    await club.look_around(days=106.9)
    assert club.discord.reminders() == []
    other = await open_club(club.discord)
    club.clock.advance(days=1)
    await asyncio.gather(club.sweep(), other.sweep())
    await other.look_around()
    assert club.discord.reminders() == [f"notice for {ADA} in {match.id}"]
    await other.look_around(days=6.9)
    assert (await other.state(match.id)).is_running
    await other.look_around(days=0.2)
    ended = await other.state(match.id)
    assert ended.result == Result((), Ending.ABORTED)
    assert ended.last.author_id is None
    await other.look_around()
    assert club.discord.reminders() == []
    assert await club.rows("timers") == 0


async def test_a_move_after_the_notice_keeps_the_match(club: Club, match: MatchState) -> None:
    await club.look_around(days=108)
    assert len(club.discord.reminders()) == 1
    match = await club.play(match)
    await club.look_around(days=119)
    assert club.discord.reminders() == []
    await club.look_around(days=2)
    assert club.discord.reminders() == [f"notice for {BEN} in {match.id}"]


async def test_a_notice_that_came_late_still_gives_a_week(club: Club, match: MatchState) -> None:
    await club.look_around(days=400)
    assert (await club.state(match.id)).is_running
    assert len(club.discord.reminders()) == 1
    await club.look_around(days=6)
    assert (await club.state(match.id)).is_running
    await club.look_around(days=2)
    assert not (await club.state(match.id)).is_running


async def test_a_match_against_the_bot_ends_quietly(club: Club) -> None:
    begun = await club.start(ADA, engines=(Engine(1),))
    await work_due(club.opponents)
    await club.look_around()
    await club.look_around(days=119)
    assert (await club.state(begun.id)).is_running
    await club.look_around(days=2)
    ended = await club.state(begun.id)
    assert ended.result == Result((), Ending.ABORTED)
    assert club.discord.reminders() == []
    assert await club.rows("reminders") == 0


async def test_a_digest_leaves_out_what_only_the_bot_waits_for(club: Club) -> None:
    await club.reminders.choose(club.actor(ADA), reminders.Wishes(ReminderWay.DIGEST))
    await club.start(ADA, engines=(Engine(1),))
    await club.look_around(days=1.1)
    digests = [card.name for card in club.discord.cards if card.name.startswith("digest")]
    assert digests == []
    other = await club.start()
    await club.look_around(days=1)
    (digest,) = [card for card in club.discord.cards if card.name.startswith("digest")]
    assert digest.shown == [str(other.id)]
