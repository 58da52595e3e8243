"""Reminders of turns whose time has changed."""

import asyncio

from bot.services.clocks import GRACE
from bot.services.matches import MatchState
from bot.services.reminders import Wishes
from bot.services.timekeeping import Heart
from data.states import ReminderWay
from tests.kit.club import ADA, BEN, Club
from tests.kit.timed import HOUR, deadline, timed
from tests.services.opening import OpenClub


async def hours_pass(club: Club, hours: float) -> None:
    """Let time pass, with a look around every hour at least."""
    while hours > 0:
        club.clock.advance(hours=min(hours, 1))
        hours -= 1
        await club.services.presence.beat()
        while await club.scheduler.sweep():
            pass
        await club.delivery.deliver_due()


def told(club: Club) -> list[str]:
    return [card.name for card in club.discord.cards if " for " in card.name]


def half(match: MatchState) -> list[str]:
    return [f"half for {ADA} in {match.id}"]


async def test_after_a_vacation(club: Club) -> None:
    match = await timed(club, "1d")
    await hours_pass(club, 2)
    await club.services.vacations.start(club.actor(ADA), 3)
    await hours_pass(club, 40)
    assert told(club) == []
    await club.services.vacations.end(club.actor(ADA))
    await hours_pass(club, 10.5)  # 22 hours were left
    assert told(club) == []
    await hours_pass(club, 1)
    assert told(club) == half(match)


async def test_after_an_outage(club: Club) -> None:
    club.services.presence._heart = Heart(HOUR, 2 * HOUR)
    await club.services.presence.connected()
    match = await timed(club, "1d")
    await hours_pass(club, 1)
    club.clock.advance(hours=14)
    await hours_pass(club, 1)
    assert told(club) == []
    until = await deadline(club, match)
    assert until is not None
    while not told(club):
        await hours_pass(club, 1)
    assert told(club) == half(match)
    assert 11 * HOUR <= until - club.clock.now <= 12 * HOUR  # not of 24 and what was made good


async def test_after_outages_and_a_pause(club: Club) -> None:
    club.services.presence._heart = Heart(HOUR, 2 * HOUR)
    await club.services.presence.connected()
    match = await timed(club, "1d")
    await hours_pass(club, 2)
    for _ in range(2):
        club.clock.advance(hours=30)
        await hours_pass(club, 1)
    await club.services.vacations.start(club.actor(ADA), 3)
    await hours_pass(club, 5)
    await club.services.vacations.end(club.actor(ADA))
    await hours_pass(club, 10.5)  # 22 hours are left that nobody was away in
    assert told(club) == []
    await hours_pass(club, 1)
    assert told(club) == half(match)


async def test_the_notice_of_a_live_match_after_an_outage(club: Club) -> None:
    presence = club.services.presence
    await presence.connected()
    await timed(club, "40m")
    club.clock.advance(minutes=20)
    await presence.beat()  # whose 20 minutes are nobody's
    seen = []
    for minute in range(40):
        seen += [minute] if told(club) else []
        for _ in range(4):  # as the heart beats
            club.clock.advance(seconds=15)
            await presence.beat()
        await club.scheduler.sweep()
        await club.delivery.deliver_due()
    assert 30 <= seen[0] <= 31


async def test_after_forgiveness(club: Club) -> None:
    match = await timed(club, "1d")
    until = await deadline(club, match)
    assert until is not None
    await hours_pass(club, 24)
    club.clock.now = until + GRACE
    await hours_pass(club, 0.1)
    over = await club.state(match.id)
    assert not over.is_running
    assert told(club) == []
    await club.services.requests.forgiveness.ask(club.actor(BEN), match.id, over.ply)
    await hours_pass(club, 11)
    assert told(club) == []
    await hours_pass(club, 2)
    assert told(club) == half(match)


async def test_two_processes_send_one_digest(open_club: OpenClub) -> None:
    first = await open_club()
    second = await open_club(first.discord)
    await first.reminders.choose(first.actor(ADA), Wishes(way=ReminderWay.DIGEST, digest_at="14"))
    await timed(first, "3d")
    for hours, digests in ((1, 0), (2, 1), (22, 1), (2, 2)):
        first.clock.advance(hours=hours)
        await asyncio.gather(*(club.scheduler.sweep() for club in (first, second) * 2))
        await asyncio.gather(*(club.delivery.deliver_due() for club in (first, second)))
        posted = [call for call in first.discord.calls if call == "post_direct_card"]
        assert len(posted) == digests
