"""Reminders through the services: when they come, that each comes once, what takes them away."""

import asyncio

import pytest

from bot.core.clocks import GRACE
from bot.core.matches import IDLE, MatchState, NotYourMatch, Result
from bot.core.people import orders
from bot.core.people.settings import ReminderSettings
from bot.core.posting import DirectMessagesClosed, MessageRefused
from bot.features import reminders
from bot.features.reminders import Wishes
from bot.features.timekeeping import Heart, Presence
from data.ids import Engine, PlayerId
from data.states import Ending, EntryKind, OrderKind, ReminderWay
from tests.kit.by_day import at_night, mostly_at_night
from tests.kit.club import ADA, BEN, CHLOE, Club, OpenClub
from tests.kit.due import work_due
from tests.kit.refusals import refusal
from tests.kit.scripted import DIRECTS
from tests.kit.timed import due, timed
from tests.kit.times import DAY, HOUR


async def choose(club: Club, who: PlayerId = ADA, **wishes: str) -> ReminderSettings:
    way = wishes.pop("way", None)
    chosen = Wishes(way=None if way is None else ReminderWay(way), **wishes)
    return await club.reminders.choose(club.actor(who), chosen)


async def test_each_comes_once_and_all_go_with_the_move(club: Club) -> None:
    match = await timed(club, "3d")
    await club.live(71)
    assert club.discord.reminders() == [
        f"{kind} for {ADA} in {match.id}" for kind in ("half", "one_day", "three_hours")
    ]
    assert {card.channel_id for card in club.discord.cards if " for " in card.name} == {
        club.discord.threads[match.id]
    }
    match = await club.play(match, posted=True)
    assert club.discord.reminders() == []
    await club.live(37)
    assert club.discord.reminders() == [f"half for {BEN} in {match.id}"]
    await club.resign(match, ADA)
    await club.deliver()
    assert club.discord.reminders() == []


async def test_who_has_just_looked_for_a_move_is_not_reminded(club: Club) -> None:
    match = await timed(club, "3d")
    await club.live(35)
    club.clock.advance(minutes=30)
    await club.composer.open(club.actor(ADA), match.id)
    await club.live(2)
    assert club.discord.reminders() == []
    await club.live(12)
    assert club.discord.reminders() == [f"one_day for {ADA} in {match.id}"]


@pytest.mark.parametrize("way", [at_night("thread"), "digest"])
async def test_who_is_blocked_by_the_operator_is_not_reminded(club: Club, way: str) -> None:
    await choose(club, way=way)
    await timed(club, "3d")
    await club.database.write(orders.give, OrderKind.BLOCKED, ADA, club.clock.now)
    await club.live(50)
    assert not any(
        card.name.startswith("digest") or " for " in card.name for card in club.discord.cards
    )
    await club.database.write(orders.withdraw, OrderKind.BLOCKED, ADA)
    await club.live(20)
    assert any(
        card.name.startswith("digest") or " for " in card.name for card in club.discord.cards
    )


@pytest.mark.parametrize("way", mostly_at_night(ReminderWay, [ReminderWay.DIRECT, ReminderWay.OFF]))
async def test_a_live_match_has_its_notice_where_it_is_played(club: Club, way: ReminderWay) -> None:
    """A daily message would come when the match is over."""
    await choose(club, way=way)
    match = await timed(club, "40m")
    await timed(club, "3h")
    await club.look_around(minutes=32)
    notice = f"quarter for {ADA} in {match.id}"
    assert club.discord.reminders() == ([] if way is ReminderWay.OFF else [notice])
    shown = [card for card in club.discord.cards if card.name == notice]
    assert all(
        (card.channel_id == club.discord.threads[match.id]) is (way is not ReminderWay.DIRECT)
        for card in shown
    )


@pytest.mark.both_databases
async def test_two_processes_remind_once(open_club: OpenClub) -> None:
    first = await open_club()
    second = await open_club(first.discord)
    await first.reminders.choose(first.actor(ADA), Wishes(last_hour=True))
    for _ in range(5):
        await timed(first, "1d")
    for hours in (13, 8.5, 1.75):
        first.clock.advance(hours=hours)
        await asyncio.gather(*(club.sweep() for club in (first, second) * 3))
        await asyncio.gather(*(club.deliver() for club in (first, second)))
    await first.look_around()
    assert len(first.discord.reminders()) == len(set(first.discord.reminders())) == 15


async def test_the_night_is_quiet_also_for_what_is_late(open_club: OpenClub) -> None:
    club = await open_club()
    await choose(club, zone="Berlin", quiet="2-7")
    await timed(club, "1d")
    club.clock.advance(hours=14)  # half of it was left two hours ago, when nobody looked
    again = await open_club(club.discord)
    await again.look_around()
    assert again.discord.reminders() == []
    await again.live(5)
    assert len(again.discord.reminders()) == 1


async def test_who_changes_their_mind_is_not_told_what_is_past(club: Club) -> None:
    await choose(club, way="off")
    match = await timed(club, "3d")
    await club.live(50)
    await choose(club, way="thread")
    await club.look_around()
    assert club.discord.reminders() == []
    await club.live(20)
    assert club.discord.reminders() == [f"three_hours for {ADA} in {match.id}"]


@pytest.mark.parametrize(
    ("left", "told"),
    [at_night(4, ["three_hours", "one_hour"]), (2, ["one_hour"]), at_night(0.5, [])],
)
async def test_the_last_hour_counts_from_when_it_was_asked_for(
    club: Club, left: float, told: list[str]
) -> None:
    match = await timed(club, "1d")
    await club.live(24 - left)
    before = club.discord.reminders()
    await club.reminders.choose(club.actor(ADA), Wishes(last_hour=True))
    await club.live(left - 0.25)
    assert club.discord.reminders() == before + [f"{each} for {ADA} in {match.id}" for each in told]


async def test_who_takes_the_last_hour_back_is_not_told_of_it(club: Club) -> None:
    await club.reminders.choose(club.actor(ADA), Wishes(last_hour=True))
    await timed(club, "1d")
    await club.live(22)
    before = club.discord.reminders()
    await club.reminders.choose(club.actor(ADA), Wishes(last_hour=False))
    await club.live(1.5)
    assert club.discord.reminders() == before


@pytest.mark.parametrize(
    ("refused", "shown", "way"),
    [
        (DirectMessagesClosed(), "direct messages closed", ReminderWay.THREAD),
        (MessageRefused(None, "400 50035"), "told", ReminderWay.DIRECT),
    ],
)
async def test_only_closed_direct_messages_switch_the_setting(
    club: Club, refused: Exception, shown: str, way: ReminderWay
) -> None:
    await choose(club, way="direct")
    match = await timed(club, "1d")
    club.discord.fail("post_direct_card", refused)
    await club.live(13)
    (card,) = [each for each in club.discord.cards if " for " in each.name]
    assert (card.shown, card.channel_id) == ([shown], club.discord.threads[match.id])
    assert (await club.reminders.of_player(ADA)).reminder_way is way
    await club.live(9)
    again = 1 if way is ReminderWay.THREAD else 2
    assert club.discord.calls.count("post_direct_card") == again


async def test_a_digest_that_cannot_be_sent_comes_in_the_most_urgent_match(club: Club) -> None:
    await choose(club, digest_at="14")
    await club.start(ADA, CHLOE)
    urgent = await timed(club, "1d")
    club.discord.fail("post_direct_card", DirectMessagesClosed())
    await club.live(3)
    assert club.discord.reminders() == [f"digest for {ADA} in {urgent.id}"]
    assert (await club.reminders.of_player(ADA)).reminder_way is ReminderWay.THREAD
    await club.play(urgent, posted=True)
    assert club.discord.reminders() == []


async def test_a_digest_of_today_comes_though_the_clock_was_ahead(club: Club) -> None:
    await club.start(ADA, BEN)
    asking = club.actor(ADA)
    club.clock.advance(minutes=90)
    await club.reminders.choose(asking, Wishes(digest_at="13"))
    for minutes, count in ((-85, 0), (60, 1)):
        await club.look_around(minutes=minutes)
        digests = [card for card in club.discord.cards if card.name.startswith("digest")]
        assert len(digests) == count


async def test_while_clocks_stand_still_nobody_is_reminded(club: Club) -> None:
    match = await timed(club, "1d")
    await club.live(13)
    await club.agree(club.pauses, match, wish="3")
    await club.look_around()
    assert club.discord.reminders() == []
    await club.live(30)
    assert club.discord.reminders() == []
    await club.pauses.end(club.actor(ADA), match.id)
    await club.live(7)
    assert club.discord.reminders() == []
    await club.live(2)
    assert club.discord.reminders() == [f"three_hours for {ADA} in {match.id}"]


async def test_after_an_outage(club: Club) -> None:
    club.services[Presence]._heart = Heart(HOUR, 2 * HOUR)
    await club.services[Presence].lost(())
    match = await timed(club, "1d")
    await club.live(1)
    club.clock.advance(hours=14)
    await club.live(1)
    assert club.discord.reminders() == []
    until = await due(club, match)
    while not club.discord.reminders():
        await club.live(1)
    assert club.discord.reminders() == [f"half for {ADA} in {match.id}"]
    assert 11 * HOUR <= until - club.clock.now <= 12 * HOUR  # not of 24 and what was made good


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


async def test_a_nudge_comes_where_and_when_its_person_wants_it(
    club: Club, match: MatchState
) -> None:
    wishes = reminders.Wishes(ReminderWay.DIRECT, quiet="11-15")
    await club.reminders.choose(club.actor(ADA), wishes)
    await club.look_around(days=2)  # it is noon by UTC
    await club.reminders.nudge(club.actor(BEN), match.id)
    await club.look_around()
    assert club.discord.reminders() == []
    await club.look_around(days=3 / 24)
    (nudge,) = [card for card in club.discord.cards if " for " in card.name]
    assert (nudge.name, nudge.channel_id) == (f"nudge for {ADA} in {match.id}", DIRECTS + ADA)


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


async def test_after_forgiveness(club: Club) -> None:
    match = await timed(club, "1d")
    until = await due(club, match)
    await club.live(24)
    club.clock.now = until + GRACE
    await club.live(0.1)
    over = await club.state(match.id)
    assert not over.is_running
    assert club.discord.reminders() == []
    await club.forgiveness.ask(club.actor(BEN), match.id, over.ply)
    await club.live(11)
    assert club.discord.reminders() == []
    await club.live(2)
    assert club.discord.reminders() == [f"half for {ADA} in {match.id}"]
