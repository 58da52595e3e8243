"""Gaps of seconds, at the heartbeat that is published: nobody loses a live match by them."""

from datetime import datetime, timedelta

import pytest

from bot.app.wiring import HEART
from bot.services.actor import Place
from bot.services.clocks import GRACE, SHORTEST_OUTAGE
from bot.services.matches import MatchState
from bot.services.timekeeping import Breaker, Heart, Presence
from bot.services.timekeeping.timeouts import Timeouts
from bot.services.timers import Scheduler
from data.ids import ChannelId, ServerId
from data.shards import Shards
from data.states import TimerKind
from tests.kit.club import ADA, PLACE, Club, first_move
from tests.kit.timed import MINUTE, SECOND, check_ledger, deadline, look, played, timed
from tests.services.opening import OpenClub

LIVE, STEP = "1m+5s", 5 * SECOND
FAR = Place(ServerId(1 << 22), ChannelId(711))
"""In a server of the second of two shards."""


class Living:
    """A bot that lives on: its heart beats every 15 seconds, and it looks what is due."""

    def __init__(self, club: Club, presence: Presence | None = None) -> None:
        self.club = club
        self.presence = presence or club.services.presence
        due = {TimerKind.DEADLINE: Timeouts(club.store, self.presence, club.clock).apply}
        held = Breaker(self.presence).held
        self.scheduler = Scheduler(club.database, due, club.clock, held)
        self.beaten: datetime | None = None

    async def begin(self) -> None:
        """As a process does that has just been started, until Discord is ready."""
        await self.presence.disconnected()
        await self.presence.connected()
        self.beaten = self.club.clock.now

    async def live(self, until: datetime) -> None:
        while self.club.clock.now < until:
            self.club.clock.now = min(self.club.clock.now + STEP, until)
            await self.look()

    async def look(self) -> None:
        now = self.club.clock.now
        if self.beaten is None or now - self.beaten >= HEART.every:
            await self.presence.beat()
            self.beaten = now
        await self.scheduler.sweep()


async def begun(club: Club, clock: str = LIVE, place: Place = PLACE) -> tuple[MatchState, datetime]:
    """A match in its third turn, which has no time extra, and until when the player has time."""
    match = await timed(club, clock, place=place)
    for _ in range(2):
        match = await played(club, match)
    until = await deadline(club, match)
    assert until is not None
    return match, until


async def still_runs(club: Club, match: MatchState) -> bool:
    return (await club.state(match.id)).is_running


@pytest.mark.parametrize("phase", [0, 14])
@pytest.mark.parametrize("before", [1, 10])
async def test_killed_right_before_the_deadline(
    open_club: OpenClub, phase: int, before: int
) -> None:
    killed = await open_club()
    living = Living(killed)
    await living.begin()
    await living.live(killed.clock.now + phase * SECOND)
    match, until = await begun(killed)
    await living.live(until - before * SECOND)
    killed.clock.now += 20 * SECOND
    club = await open_club(killed.discord)
    again = Living(club)
    await again.look()  # before Discord is ready nobody loses
    await again.begin()
    await again.live(club.clock.now + max(before, 10) * SECOND)
    assert await still_runs(club, match)
    check_ledger(await look(club, match))
    await played(club, await club.state(match.id))
    await again.live(club.clock.now + 3 * MINUTE)  # whoever is there and does nothing loses
    assert not await still_runs(club, match)


@pytest.mark.parametrize("heard", [3, 6, 11])
async def test_a_move_in_time_that_is_heard_through_a_resumed_connection(
    club: Club, heard: int
) -> None:
    living = Living(club)
    await living.begin()
    match, until = await begun(club)
    await living.live(until - 2 * SECOND)
    await living.presence.disconnected()
    clicked = club.actor(ADA)
    club.clock.now += heard * SECOND
    await living.look()
    await club.matches.submit(clicked, first_move(match), match.id, match.ply)
    await living.presence.connected()
    assert (await club.state(match.id)).ply == match.ply + 1
    check_ledger(await look(club, match))


@pytest.mark.parametrize("length", [1, 20, 40])
async def test_cut_off_for_seconds_costs_nothing(club: Club, length: int) -> None:
    living = Living(club)
    await living.begin()
    live, until = await begun(club)
    slow, slow_until = await begun(club, "1d")
    await living.live(until - 2 * SECOND)
    await living.presence.disconnected()
    club.clock.now += length * SECOND
    await living.look()
    assert await still_runs(club, live)
    await living.presence.connected()
    now = await deadline(club, live)
    assert now is not None
    assert now >= until + length * SECOND
    assert now - until <= MINUTE + length * SECOND + HEART.every
    assert await deadline(club, slow) == slow_until  # elsewhere a minute is nothing
    await living.live(now - SECOND)
    assert await still_runs(club, live)
    await living.live(now + GRACE + HEART.every)
    assert not await still_runs(club, live)


async def test_a_process_that_stood_still_times_nobody_out_before_it_has_looked(
    club: Club,
) -> None:
    living = Living(club)
    await living.begin()
    match, until = await begun(club)
    await living.live(until - SECOND)
    club.clock.now += 40 * SECOND  # and what Discord has told meanwhile is still to be heard
    await living.scheduler.sweep()
    assert await still_runs(club, match)
    await living.presence.beat()
    await living.scheduler.sweep()
    assert await still_runs(club, match)


async def test_nothing_is_given_where_nothing_was_missed(club: Club) -> None:
    living = Living(club)
    await living.begin()
    match, until = await begun(club)
    for _ in range(5):
        await living.presence.connected()
        await living.presence.beat()
    await living.live(until - 2 * SECOND)
    match = await played(club, match)
    await living.live(club.clock.now + 30 * SECOND)
    assert await club.rows("outages") == 0
    check_ledger(await look(club, match))


async def test_a_short_one_of_another_shard(club: Club) -> None:
    both = [
        Living(club, Presence(club.database, club.clock, Heart(), Shards(number, number, 2)))
        for number in (0, 1)
    ]
    first, second = both
    for each in both:
        await each.begin()
    near, near_until = await begun(club)
    far, far_until = await begun(club, place=FAR)
    while club.clock.now < far_until - 10 * SECOND:
        await first.live(club.clock.now + SECOND)
        await second.look()
    await first.live(far_until + GRACE + SECOND)  # the second is killed
    assert await still_runs(club, far)
    assert not await still_runs(club, near)
    assert near_until <= far_until
    again = Living(club, Presence(club.database, club.clock, Heart(), Shards(1, 1, 2)))
    await again.begin()
    spared = await deadline(club, far)
    assert spared is not None
    assert spared >= club.clock.now + 10 * SECOND
    while club.clock.now < spared - SECOND:
        await first.live(club.clock.now + SECOND)
        await again.look()
    await played(club, await club.state(far.id))
    assert await still_runs(club, far)


async def test_ladders_hear_of_no_gap_of_seconds(club: Club) -> None:
    told: list[timedelta] = []
    presence = Presence(
        club.database,
        club.clock,
        Heart(),
        listeners=(lambda _, began, ended, __: told.append(ended - began),),
    )
    await presence.connected()
    for seconds in (5, 60, 61):
        await presence.disconnected()
        club.clock.now += seconds * SECOND
        await presence.connected()
    assert told == [SHORTEST_OUTAGE + SECOND]


def test_a_beat_is_late_before_a_minute_has_passed() -> None:
    assert HEART.every < HEART.late < 2 * HEART.every < HEART.missed_after == SHORTEST_OUTAGE
