"""Reminders through the services: when they come, that each comes once, what takes them away."""

import asyncio
from datetime import UTC, datetime, time

import pytest

from bot.core.clocks import GRACE
from bot.core.matches import MatchState
from bot.core.people.settings import ReminderSettings
from bot.core.posting import DirectMessagesClosed, MessageRefused
from bot.features.reminders import Wishes
from bot.features.reminders import storage as stored
from bot.features.reminders.service import NotYourReminder, ReminderGone
from bot.features.timekeeping import Heart, Presence
from bot.features.timekeeping.service import VacationService
from data.ids import PlayerId, ReminderId
from data.states import ReminderWay
from tests.kit.club import ADA, BEN, CHLOE, Club, OpenClub
from tests.kit.refusals import refusal
from tests.kit.timed import due, timed
from tests.kit.times import HOUR


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


@pytest.mark.parametrize("way", list(ReminderWay))
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


async def test_two_processes_remind_once(open_club: OpenClub) -> None:
    first = await open_club()
    second = await open_club(first.discord)
    for _ in range(5):
        await timed(first, "1d")
    for hours in (13, 9):
        first.clock.advance(hours=hours)
        await asyncio.gather(*(club.sweep() for club in (first, second) * 3))
        await asyncio.gather(*(club.deliver() for club in (first, second)))
    await first.look_around()
    assert len(first.discord.reminders()) == len(set(first.discord.reminders())) == 10


async def test_what_was_missed_comes_once_and_late(open_club: OpenClub) -> None:
    club = await open_club()
    match = await timed(club, "3d")
    club.clock.advance(hours=50)
    again = await open_club(club.discord)
    await again.look_around()
    assert again.discord.reminders() == [f"one_day for {ADA} in {match.id}"]
    await again.live(20)
    assert len(again.discord.reminders()) == 2


async def test_a_reminder_comes_before_the_night_in_which_the_time_ends(club: Club) -> None:
    await choose(club, zone="Berlin", quiet="21:15-13:30")
    await timed(club, "1d")
    await club.live(7.5)
    assert club.discord.reminders() == []
    await club.live(0.5)
    assert len(club.discord.reminders()) == 1
    await club.live(15.5)
    assert len(club.discord.reminders()) == 1


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
async def test_the_local_morning(club: Club, begins: datetime, zone: str, comes: datetime) -> None:
    club.clock.now = begins
    await choose(club, zone=zone, quiet="22-7")
    await timed(club, "1d")
    while not club.discord.reminders():
        club.clock.advance(minutes=10)
        await club.look_around()
        assert club.clock.now < begins + 24 * HOUR
    assert abs(club.clock.now - comes) <= HOUR / 6


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
    ("left", "told"), [(4, ["three_hours", "one_hour"]), (2, ["one_hour"]), (0.5, [])]
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


async def test_two_processes_tell_the_last_hour_once(open_club: OpenClub) -> None:
    first = await open_club()
    second = await open_club(first.discord)
    await first.reminders.choose(first.actor(ADA), Wishes(last_hour=True))
    match = await timed(first, "1d")
    for hours in (13, 8.5, 1.75):
        first.clock.advance(hours=hours)
        await asyncio.gather(*(club.sweep() for club in (first, second) * 3))
        await asyncio.gather(*(club.deliver() for club in (first, second)))
    assert first.discord.reminders() == [
        f"{kind} for {ADA} in {match.id}" for kind in ("half", "three_hours", "one_hour")
    ]


async def test_closed_direct_messages_switch_the_setting(club: Club) -> None:
    await choose(club, way="direct")
    match = await timed(club, "1d")
    club.discord.fail("post_direct_card", DirectMessagesClosed())
    await club.live(13)
    (card,) = [each for each in club.discord.cards if " for " in each.name]
    assert card.shown == ["direct messages closed"]
    assert card.channel_id == club.discord.threads[match.id]
    assert (await club.reminders.of_player(ADA)).reminder_way is ReminderWay.THREAD
    await club.live(9)
    assert "post_direct_card" in club.discord.calls
    assert club.discord.calls.count("post_direct_card") == 1


async def test_a_message_that_is_refused_comes_in_the_thread_and_changes_no_setting(
    club: Club,
) -> None:
    await choose(club, way="direct")
    match = await timed(club, "1d")
    club.discord.fail("post_direct_card", MessageRefused(None, "400 50035"))
    await club.live(13)
    (card,) = [each for each in club.discord.cards if " for " in each.name]
    assert (card.channel_id, card.shown) == (club.discord.threads[match.id], ["told"])
    assert (await club.reminders.of_player(ADA)).reminder_way is ReminderWay.DIRECT


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


@pytest.mark.parametrize(
    ("day", "zone", "hours"),
    [
        (datetime(2026, 3, 27, 12, tzinfo=UTC), "Berlin", [7, 6, 6]),
        (datetime(2026, 10, 23, 12, tzinfo=UTC), "Berlin", [6, 7, 7]),
        (datetime(2028, 2, 28, 12, tzinfo=UTC), "Kolkata", [2.5, 2.5, 2.5]),
    ],
)
async def test_a_digest_each_day(club: Club, day: datetime, zone: str, hours: list[float]) -> None:
    club.clock.now = day
    await choose(club, zone=zone, digest_at="8")
    await club.start(ADA, BEN)
    came: list[float] = []
    for _ in range(3 * 48):
        club.clock.advance(minutes=30)
        await club.look_around()
        digests = [card for card in club.discord.cards if card.name.startswith("digest")]
        if len(digests) > len(came):
            shown = club.clock.now
            came.append(shown.hour + shown.minute / 60)
    assert came == hours


async def test_a_digest_of_today_comes_though_the_clock_was_ahead(club: Club) -> None:
    await club.start(ADA, BEN)
    asking = club.actor(ADA)
    club.clock.advance(minutes=90)
    await club.reminders.choose(asking, Wishes(digest_at="13"))
    for minutes, count in ((-85, 0), (60, 1)):
        await club.look_around(minutes=minutes)
        digests = [card for card in club.discord.cards if card.name.startswith("digest")]
        assert len(digests) == count


async def test_the_offer_is_for_the_one_who_was_reminded(club: Club) -> None:
    match = await timed(club, "1d")
    await club.live(13)
    (reminder,) = await club.database.read(stored.from_turn, match.id, 0)
    await refusal(NotYourReminder, club.reminders.prefer_direct(club.actor(BEN), reminder.id))
    await refusal(ReminderGone, club.reminders.prefer_direct(club.actor(ADA), ReminderId(2**40)))
    chosen = await club.reminders.prefer_direct(club.actor(ADA), reminder.id)
    assert chosen.reminder_way is ReminderWay.DIRECT
    assert chosen.digest_at == time(8)
    await club.play(match, posted=True)


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


def half(match: MatchState) -> list[str]:
    return [f"half for {ADA} in {match.id}"]


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
    assert club.discord.reminders() == half(match)
    assert 11 * HOUR <= until - club.clock.now <= 12 * HOUR  # not of 24 and what was made good


async def test_after_outages_and_a_pause(club: Club) -> None:
    club.services[Presence]._heart = Heart(HOUR, 2 * HOUR)
    await club.services[Presence].lost(())
    match = await timed(club, "1d")
    await club.live(2)
    for _ in range(2):
        club.clock.advance(hours=30)
        await club.live(0.5)
    await club.services[VacationService].start(club.actor(ADA), 3)
    await club.live(5)
    await club.services[VacationService].end(club.actor(ADA))
    await club.live(10.5)  # 22 hours are left that nobody was away in
    assert club.discord.reminders() == []
    await club.live(1)
    assert club.discord.reminders() == half(match)


async def test_the_notice_of_a_live_match_after_an_outage(club: Club) -> None:
    presence = club.services[Presence]
    await presence.lost(())
    await timed(club, "40m")
    club.clock.advance(minutes=20)
    await presence.beat()  # whose 20 minutes are nobody's
    seen = []
    for minute in range(40):
        seen += [minute] if club.discord.reminders() else []
        for _ in range(4):  # as the heart beats
            club.clock.advance(seconds=15)
            await presence.beat()
        await club.sweep()
        await club.deliver()
    assert 30 <= seen[0] <= 31


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
    assert club.discord.reminders() == half(match)


async def test_two_processes_send_one_digest(open_club: OpenClub) -> None:
    first = await open_club()
    second = await open_club(first.discord)
    await first.reminders.choose(first.actor(ADA), Wishes(way=ReminderWay.DIGEST, digest_at="14"))
    await timed(first, "3d")
    for hours, digests in ((1, 0), (2, 1), (22, 1), (2, 2)):
        first.clock.advance(hours=hours)
        await asyncio.gather(*(club.sweep() for club in (first, second) * 2))
        await asyncio.gather(*(club.deliver() for club in (first, second)))
        posted = [call for call in first.discord.calls if call == "post_direct_card"]
        assert len(posted) == digests
