"""A connection to Discord that is dead and looks alive, at the heartbeat that is published."""

from datetime import datetime, timedelta

import pytest

from bot.app.silence import LOOKS, PAUSE
from bot.app.wiring import HEART
from bot.services.clocks import GRACE
from bot.services.timekeeping import Heart, Presence
from data.shards import Shards
from tests.kit.club import ADA, Club, first_move
from tests.kit.outages import read_outages
from tests.kit.timed import MINUTE, SECOND, check_ledger, deadline, look, played
from tests.services.timekeeping.test_short_outages import FAR, Living, begun, still_runs

PATIENCE = timedelta(seconds=LOOKS * PAUSE)
NOTICED_AFTER = 101
"""Seconds after which discord.py gives up a connection at the latest."""


class Asked:
    """Discord, asked for an answer with every beat; silent shards cost the patience there is."""

    def __init__(self, living: Living) -> None:
        self.silent: frozenset[int] = frozenset()
        self.clock = living.club.clock
        self.answered = self.clock.now
        living.presence.ask_by(self)

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
    await living.presence.connected()
    assert await club.database.read(read_outages) == [(last, back)]
    after = await club.state(match.id)
    assert after.ply == match.ply + 1
    left = (await look(club, after)).seats[0].balance
    assert left >= min(until - clicked_at(before, until), MINUTE)
    check_ledger(await look(club, after))


def clicked_at(before: int, until: datetime) -> datetime:
    return until - (before - 1) * SECOND


async def test_nobody_loses_between_the_last_answer_and_the_beat_that_gets_none(
    club: Club,
) -> None:
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


async def test_what_comes_through_late_by_itself_is_made_good_too(club: Club) -> None:
    living, asked = await listening(club)
    match, until = await begun(club)
    await living.live(until - 2 * SECOND)
    asked.silent = frozenset({0})
    last = asked.answered
    await living.live(club.clock.now + 40 * SECOND)
    asked.silent = frozenset()
    await living.live(club.clock.now + HEART.every)
    ((began, ended),) = await club.database.read(read_outages)
    assert began == last
    assert ended == asked.answered
    spared = await deadline(club, match)
    assert spared is not None
    assert spared >= until + (ended - began)
    await living.live(spared - SECOND)
    assert await still_runs(club, match)
    await living.live(spared + GRACE + 2 * HEART.every)  # whoever is there and does nothing loses
    assert not await still_runs(club, match)


async def test_where_discord_answers_nothing_is_given_and_a_timeout_comes_soon(club: Club) -> None:
    living, _ = await listening(club)
    match = await played(club, (await begun(club))[0])
    over = await deadline(club, match)
    assert over is not None
    await living.live(over + GRACE - SECOND)
    assert await still_runs(club, match)
    await living.live(over + GRACE + HEART.every)
    assert not await still_runs(club, match)
    assert await club.rows("outages") == 0


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
    spared = await deadline(club, far)
    assert spared is not None
    assert spared >= far_until + 30 * SECOND


def test_waiting_for_an_answer_makes_no_beat_late() -> None:
    assert HEART.every + PATIENCE < HEART.late
