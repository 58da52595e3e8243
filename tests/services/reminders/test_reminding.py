"""Reminders through the services: when they come, that each comes once, what takes them away."""

import asyncio
from datetime import UTC, datetime, time

import pytest

from bot.services.matches import MatchState
from bot.services.people.settings import ReminderSettings
from bot.services.posting import DirectMessagesClosed, TryLater
from bot.services.reminders import NotYourReminder, ReminderGone, Wishes
from bot.services.reminders import storage as stored
from data.ids import PlayerId, ReminderId
from data.states import ReminderWay
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.kit.timed import HOUR, played, timed
from tests.services.opening import OpenClub

STEP = 0.5
"""Hours."""


async def look_around(club: Club) -> None:
    """Do what is due, and post what that has led to."""
    while await club.scheduler.sweep():
        pass
    await club.delivery.deliver_due()


def told(club: Club) -> list[str]:
    """The reminders that stand, by their names."""
    return [card.name for card in club.discord.cards if " for " in card.name]


async def hours_pass(club: Club, hours: float) -> None:
    """Let time pass as it does for a bot that runs."""
    while hours > 0:
        club.clock.advance(hours=min(hours, STEP))
        hours -= STEP
        await look_around(club)


async def choose(club: Club, who: PlayerId = ADA, **wishes: str) -> ReminderSettings:
    way = wishes.pop("way", None)
    chosen = Wishes(way=None if way is None else ReminderWay(way), **wishes)
    return await club.reminders.choose(club.actor(who), chosen)


async def test_each_comes_once_and_all_go_with_the_move(club: Club) -> None:
    match = await timed(club, "3d")
    await hours_pass(club, 71)
    assert told(club) == [
        f"{kind} for {ADA} in {match.id}" for kind in ("half", "one_day", "three_hours")
    ]
    assert {card.channel_id for card in club.discord.cards if " for " in card.name} == {
        club.discord.threads[match.id]
    }
    match = await played(club, match)
    assert told(club) == []
    await hours_pass(club, 37)
    assert told(club) == [f"half for {BEN} in {match.id}"]
    await club.resign(match, ADA)
    await club.delivery.deliver_due()
    assert told(club) == []


async def test_two_processes_remind_once(open_club: OpenClub) -> None:
    first = await open_club()
    second = await open_club(first.discord)
    for _ in range(5):
        await timed(first, "1d")
    for hours in (13, 9):
        first.clock.advance(hours=hours)
        await asyncio.gather(*(club.scheduler.sweep() for club in (first, second) * 3))
        await asyncio.gather(*(club.delivery.deliver_due() for club in (first, second)))
    await look_around(first)
    assert len(told(first)) == 10
    assert len(set(told(first))) == 10


async def test_what_was_missed_comes_once_and_late(open_club: OpenClub) -> None:
    club = await open_club()
    match = await timed(club, "3d")
    club.clock.advance(hours=50)
    again = await open_club(club.discord)
    await look_around(again)
    assert told(again) == [f"one_day for {ADA} in {match.id}"]
    await hours_pass(again, 20)
    assert len(told(again)) == 2


async def test_a_reminder_that_may_have_been_posted_is_looked_for(club: Club) -> None:
    match = await timed(club, "1d")
    club.discord.fail("post_card", TryLater(), afterwards=True)
    await hours_pass(club, 13)
    assert told(club) == [f"half for {ADA} in {match.id}"]
    await played(club, match)
    await look_around(club)
    assert told(club) == []


async def test_a_move_while_the_reminder_is_on_its_way_takes_it_away(club: Club) -> None:
    match = await timed(club, "1d")
    club.discord.fail("post_card", TryLater(), afterwards=True)
    club.clock.advance(hours=12, minutes=1)
    await look_around(club)
    assert len(told(club)) == 1
    await played(club, match)
    await hours_pass(club, 1)
    assert told(club) == []


async def test_quiet_hours_are_kept(club: Club) -> None:
    # it is noon by UTC on the first of January, so half a day ends at midnight
    await choose(club, zone="Berlin", quiet="22-7")
    await timed(club, "1d")
    await hours_pass(club, 17)
    assert told(club) == []
    await hours_pass(club, 2)
    assert len(told(club)) == 1


async def test_a_reminder_comes_before_the_night_in_which_the_time_ends(club: Club) -> None:
    await choose(club, zone="Berlin", quiet="21:15-13:30")
    await timed(club, "1d")
    await hours_pass(club, 7.5)
    assert told(club) == []
    await hours_pass(club, 0.5)
    assert len(told(club)) == 1
    await hours_pass(club, 15.5)
    assert len(told(club)) == 1


async def test_the_night_is_quiet_also_for_what_is_late(open_club: OpenClub) -> None:
    club = await open_club()
    await choose(club, zone="Berlin", quiet="2-7")
    await timed(club, "1d")
    club.clock.advance(hours=14)  # half of it was left two hours ago, when nobody looked
    again = await open_club(club.discord)
    await look_around(again)
    assert told(again) == []
    await hours_pass(again, 5)
    assert len(told(again)) == 1


@pytest.mark.parametrize(
    ("begins", "zone", "comes"),
    [
        # clocks go forward at 1:00 UTC, so the night ends at 5:00 instead of 6:00
        (datetime(2026, 3, 28, 15, tzinfo=UTC), "Berlin", datetime(2026, 3, 29, 5, tzinfo=UTC)),
        # and back: 6:00 instead of 5:00
        (datetime(2026, 10, 24, 15, tzinfo=UTC), "Berlin", datetime(2026, 10, 25, 6, tzinfo=UTC)),
        # half an hour beside the others: seven in the morning is half past one
        (datetime(2026, 6, 1, 8, tzinfo=UTC), "Kolkata", datetime(2026, 6, 2, 1, 30, tzinfo=UTC)),
        (datetime(2028, 2, 28, 15, tzinfo=UTC), "Berlin", datetime(2028, 2, 29, 6, tzinfo=UTC)),
    ],
)
async def test_the_end_of_the_night_is_where_the_player_lives(
    club: Club, begins: datetime, zone: str, comes: datetime
) -> None:
    club.clock.now = begins
    await choose(club, zone=zone, quiet="22-7")
    await timed(club, "1d")
    while not told(club):
        club.clock.advance(minutes=10)
        await look_around(club)
        assert club.clock.now < begins + 24 * HOUR
    assert abs(club.clock.now - comes) <= HOUR / 6


async def test_who_changes_their_mind_is_not_told_what_is_past(club: Club) -> None:
    await choose(club, way="off")
    match = await timed(club, "3d")
    await hours_pass(club, 50)
    await choose(club, way="thread")
    await look_around(club)
    assert told(club) == []
    await hours_pass(club, 20)
    assert told(club) == [f"three_hours for {ADA} in {match.id}"]


async def test_closed_direct_messages_switch_the_setting(club: Club) -> None:
    await choose(club, way="direct")
    match = await timed(club, "1d")
    club.discord.fail("post_direct_card", DirectMessagesClosed())
    await hours_pass(club, 13)
    (card,) = [each for each in club.discord.cards if " for " in each.name]
    assert card.shown == ["direct messages closed"]
    assert card.channel_id == club.discord.threads[match.id]
    assert (await club.reminders.of_player(ADA)).reminder_way is ReminderWay.THREAD
    await hours_pass(club, 9)
    assert "post_direct_card" in club.discord.calls
    assert club.discord.calls.count("post_direct_card") == 1


async def test_a_digest_that_cannot_be_sent_comes_in_the_most_urgent_match(club: Club) -> None:
    await choose(club, digest_at="14")
    await club.start(ADA, CHLOE)
    urgent = await timed(club, "1d")
    club.discord.fail("post_direct_card", DirectMessagesClosed())
    await hours_pass(club, 3)
    assert told(club) == [f"digest for {ADA} in {urgent.id}"]
    assert (await club.reminders.of_player(ADA)).reminder_way is ReminderWay.THREAD
    await played(club, urgent)
    assert told(club) == []


@pytest.mark.parametrize(
    ("day", "zone", "hours"),
    [
        (datetime(2026, 3, 27, 12, tzinfo=UTC), "Berlin", [7, 6, 6]),
        (datetime(2026, 10, 23, 12, tzinfo=UTC), "Berlin", [6, 7, 7]),
        (datetime(2028, 2, 28, 12, tzinfo=UTC), "Kolkata", [2.5, 2.5, 2.5]),
    ],
)
async def test_a_digest_comes_every_day_at_the_hour_of_the_wall(
    club: Club, day: datetime, zone: str, hours: list[float]
) -> None:
    club.clock.now = day
    await choose(club, zone=zone, digest_at="8")
    await club.start(ADA, BEN)
    came: list[float] = []
    for _ in range(3 * 48):
        club.clock.advance(minutes=30)
        await look_around(club)
        digests = [card for card in club.discord.cards if card.name.startswith("digest")]
        if len(digests) > len(came):
            shown = club.clock.now
            came.append(shown.hour + shown.minute / 60)
    assert came == hours


async def test_a_digest_of_today_comes_though_the_clock_was_ahead(club: Club) -> None:
    club.clock.now = club.clock.now.replace(hour=12, minute=0)
    await club.start(ADA, BEN)
    asking = club.actor(ADA)
    club.clock.advance(minutes=90)
    await club.reminders.choose(asking, Wishes(digest_at="13"))
    club.clock.advance(minutes=-85)
    await look_around(club)
    assert [card for card in club.discord.cards if card.name.startswith("digest")] == []
    club.clock.advance(minutes=60)
    await look_around(club)
    assert len([card for card in club.discord.cards if card.name.startswith("digest")]) == 1


async def test_the_offer_is_for_the_one_who_was_reminded(club: Club) -> None:
    match = await timed(club, "1d")
    await hours_pass(club, 13)
    (reminder,) = await club.database.read(stored.since, match.id, 0)
    with pytest.raises(NotYourReminder):
        await club.reminders.prefer_direct(club.actor(BEN), reminder.id)
    with pytest.raises(ReminderGone):
        await club.reminders.prefer_direct(club.actor(ADA), ReminderId(2**40))
    chosen = await club.reminders.prefer_direct(club.actor(ADA), reminder.id)
    assert chosen.reminder_way is ReminderWay.DIRECT
    assert chosen.digest_at == time(8)
    await played(club, match)


async def test_while_clocks_stand_still_nobody_is_reminded(club: Club) -> None:
    match = await timed(club, "1d")
    await hours_pass(club, 13)
    await agree_on_pause(club, match)
    assert told(club) == []
    await hours_pass(club, 30)
    assert told(club) == []
    await club.pauses.end(club.actor(ADA), match.id)
    await hours_pass(club, 7)
    assert told(club) == []
    await hours_pass(club, 2)
    assert told(club) == [f"three_hours for {ADA} in {match.id}"]


async def agree_on_pause(club: Club, match: MatchState) -> None:
    request = await club.pauses.ask(club.actor(ADA), match.id, None, "3")
    await club.pauses.grant(club.actor(BEN), request.id)
    await look_around(club)
