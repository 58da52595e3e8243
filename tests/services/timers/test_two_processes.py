"""Two processes that sweep the same timers at once: each is done once, by one of them."""

import asyncio

import pytest

from tests.kit.club import Club, OpenClub
from tests.kit.databases import needs_postgresql
from tests.kit.many_timers import filled

pytestmark = [needs_postgresql, pytest.mark.parametrize("url", ["postgresql"], indirect=True)]
TIMERS = 600


async def sweep_all(club: Club) -> int:
    done = 0
    while (swept := await club.sweep()) > 0:
        done += swept
    return done


@pytest.mark.slow
async def test_each_timer_is_done_once(open_club: OpenClub) -> None:
    first = await open_club()
    await filled(first, TIMERS, 0)
    second = await open_club(first.discord)
    first.clock.advance(days=20)
    done = await asyncio.gather(sweep_all(first), sweep_all(second))
    assert sum(done) == TIMERS
    assert all(done)
    assert await first.rows("timers") == 0
    assert await first.rows("challenges", "state = 'expired'") == TIMERS
    assert await first.rows("outbox") == TIMERS + 1, "the first was posted when it was made"
    told = "(SELECT subject_id FROM outbox GROUP BY 1 HAVING count(*) > 1)"
    assert await first.rows("outbox", f"subject_id IN {told}") == 2, "that one alone was told twice"
