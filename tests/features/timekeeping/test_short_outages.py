"""Gaps of seconds and half-dead connections: nobody loses a live match by them."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.app.discordpy import LOOKS, PAUSE
from bot.app.features import HEART
from bot.core.actor import Place
from bot.core.clocks import GRACE, SHORTEST_OUTAGE
from bot.core.events import Events
from bot.core.matches import MatchState
from bot.core.timers import Scheduler
from bot.features.timekeeping import Heart, OutageMadeGood, Presence
from bot.features.timekeeping.hooks import timeouts
from data.ids import ChannelId, ServerId
from data.shards import Shards
from tests.kit.club import ADA, PLACE, Club, first_move
from tests.kit.outages import read_outages
from tests.kit.timed import check_ledger, deadline, due, look, timed
from tests.kit.times import MINUTE, SECOND

LIVE, STEP = "1m+5s", 5 * SECOND
FAR = Place(ServerId(1 << 22), ChannelId(711))
"""In a server of the second of two shards."""


class Living:
    def __init__(self, club: Club, presence: Presence | None = None) -> None:
        self.club = club
        self.presence = presence or club.services[Presence]
        rules = [timeouts(club.store, self.presence)]
        self.scheduler = Scheduler(club.database, rules, club.clock)
        self.beaten: datetime | None = None

    async def begin(self) -> Living:
        """As a process does that has just been started, until Discord is ready."""
        await self.presence.disconnected()
        await self.presence.lost(())
        self.beaten = self.club.clock.now
        return self

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
        match = await club.play(match, posted=True)
    until = await due(club, match)
    return match, until


async def still_runs(club: Club, match: MatchState) -> bool:
    return (await club.state(match.id)).is_running


async def test_who_stood_still_times_nobody_out_before_a_look(club: Club) -> None:
    living = await Living(club).begin()
    match, until = await begun(club)
    await living.live(until - SECOND)
    club.clock.now += 40 * SECOND  # and what Discord has told meanwhile is still to be heard
    await living.scheduler.sweep()
    assert await still_runs(club, match)
    await living.presence.beat()
    await living.scheduler.sweep()
    assert await still_runs(club, match)


async def test_ladders_hear_of_no_gap_of_seconds(club: Club) -> None:
    told: list[timedelta] = []
    events = Events()
    events.listeners = {
        OutageMadeGood: (lambda _, outage, __: told.append(outage.ended - outage.began),)
    }
    presence = Presence(club.database, club.clock, Heart(), events=events)
    await presence.lost(())
    for seconds in (5, 60, 61):
        await presence.disconnected()
        club.clock.now += seconds * SECOND
        await presence.lost(())
    assert told == [SHORTEST_OUTAGE + SECOND]


def test_a_beat_is_late_before_a_minute_has_passed() -> None:
    assert HEART.every < HEART.late < 2 * HEART.every < HEART.missed_after == SHORTEST_OUTAGE


PATIENCE = timedelta(seconds=LOOKS * PAUSE)
NOTICED_AFTER = 101
"""Seconds after which discord.py gives up a connection at the latest."""


class Asked:
    """Discord, asked for an answer with every beat; silent shards cost the patience there is."""

    def __init__(self, living: Living) -> None:
        self.silent: frozenset[int] = frozenset()
        self.clock = living.club.clock
        self.answered = self.clock.now
        living.presence.ask = self

    async def __call__(self) -> frozenset[int]:
        if self.silent:
            self.clock.now += PATIENCE
        else:
            self.answered = self.clock.now
        return self.silent


async def listening(club: Club) -> tuple[Living, Asked]:
    living = Living(club)
    asked = Asked(living)
    await living.begin()
    return living, asked


@pytest.mark.parametrize("before", [2, 9, 14, 40])
async def test_the_time_since_the_last_answer_is_given_back(club: Club, before: int) -> None:
    living, asked = await listening(club)
    match, until = await begun(club)
    await living.live(until - before * SECOND)
    asked.silent = frozenset({0})
    last, dead_since = asked.answered, club.clock.now
    assert dead_since - last <= HEART.every + PATIENCE
    club.clock.now += SECOND
    clicked = club.actor(ADA)  # which reaches Discord, and not the bot
    await living.live(dead_since + NOTICED_AFTER * SECOND)
    assert await still_runs(club, match)
    await living.presence.disconnected()
    asked.silent = frozenset()
    back = club.clock.now
    await club.matches.submit(clicked, first_move(match), match.id, match.ply)
    await living.presence.lost(())
    assert await club.database.read(read_outages) == [(last, back)]
    after = await club.state(match.id)
    assert after.ply == match.ply + 1
    left = (await look(club, after)).seats[0].balance
    assert left >= min((before - 1) * SECOND, MINUTE)
    check_ledger(await look(club, after))


async def test_nobody_loses_between_the_last_answer_and_a_beat_without(club: Club) -> None:
    living, asked = await listening(club)
    match, until = await begun(club)
    await living.live(until - SECOND)
    await living.presence.beat()
    living.beaten = club.clock.now
    asked.silent = frozenset({0})
    assert asked.answered == until - SECOND
    assert until + GRACE + 3 * SECOND < asked.answered + HEART.every
    await living.live(until + GRACE + 3 * SECOND)
    assert await still_runs(club, match)
    await living.live(until + 5 * MINUTE)
    assert await still_runs(club, match)


async def test_a_dead_connection_of_one_shard_is_made_good_on_that_alone(club: Club) -> None:
    presence = Presence(club.database, club.clock, Heart(), Shards(0, 1, 2))
    living = Living(club, presence)
    asked = Asked(living)
    await living.begin()
    near, _ = await begun(club)
    far, _ = await begun(club, place=FAR)
    near_until, far_until = await deadline(club, near), await deadline(club, far)
    assert near_until is not None
    assert far_until is not None
    await living.live(far_until - 40 * SECOND)
    asked.silent = frozenset({1})
    last = asked.answered
    await living.live(club.clock.now + 30 * SECOND)
    asked.silent = frozenset()
    await living.live(club.clock.now + HEART.every)
    ((began, _),) = await club.database.read(read_outages)
    assert began == last
    assert await deadline(club, near) == near_until
    spared = await due(club, far)
    assert spared >= far_until + 30 * SECOND


def test_waiting_for_an_answer_makes_no_beat_late() -> None:
    assert HEART.every + PATIENCE < HEART.late
