"""Nobody loses a place for being on vacation, nor because the bot was away."""

import pytest

from bot.core.clocks import GRACE
from bot.features.timekeeping import Presence
from bot.features.timekeeping.service import VacationService
from tests.features.ladders.ladder_club import LadderClub
from tests.kit.club import Club
from tests.kit.times import DAY


@pytest.fixture
async def ladder(club: Club) -> LadderClub:
    return await LadderClub.open(club, 3)


async def noticed(ladder: LadderClub) -> list[int]:
    rungs = (await ladder.state()).standings.rungs
    return [who for who, rung in rungs.items() if rung.noticed_at]


async def test_whoever_comes_back_early_is_looked_at_again(ladder: LadderClub) -> None:
    await ladder.club.look_around(days=30)
    for number in (1, 2):
        await ladder.club.services[VacationService].start(ladder.actor(number), 29)
    await ladder.club.look_around(days=16)
    assert await noticed(ladder) == []
    await ladder.club.services[VacationService].end(ladder.actor(1))
    await ladder.club.look_around(days=14, hours=23)
    assert await noticed(ladder) == []
    await ladder.club.look_around(hours=1)
    assert await noticed(ladder) == [1]


async def test_silence_does_not_count_while_the_bot_is_away(ladder: LadderClub) -> None:
    presence = ladder.club.services[Presence]
    await presence.lost(())
    waiting = await ladder.ask(3, 1)
    asked_at = ladder.club.clock.now
    ladder.club.clock.now += 4 * DAY
    await ladder.club.look_around()  # before the outage is noted
    assert (await ladder.club.challenges.get(waiting)).expires_at == asked_at + 3 * DAY
    assert await ladder.order() == [1, 2, 3]
    await presence.lost(())
    ladder.club.clock.now += GRACE
    await presence.beat()
    await ladder.club.look_around()
    challenge = await ladder.club.challenges.get(waiting)
    assert challenge.expires_at == asked_at + 7 * DAY
    accepted = await ladder.club.challenges.accept(ladder.actor(1), waiting)
    assert accepted.match_id is not None
    await ladder.order()


async def test_a_long_outage_is_given_back_once(ladder: LadderClub) -> None:
    presence = ladder.club.services[Presence]
    await presence.lost(())
    waiting = await ladder.ask(3, 1)
    asked_at = ladder.club.clock.now
    ladder.club.clock.now += DAY
    for _ in range(3):
        await presence.beat()
    assert (await ladder.club.challenges.get(waiting)).expires_at == asked_at + 4 * DAY
