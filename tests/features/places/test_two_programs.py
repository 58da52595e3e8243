"""Two programs with a shard each: what one notes of a server, the other leaves alone too."""

from datetime import timedelta

import pytest

from bot.features.places.service import RECHECK_AFTER
from bot.features.timekeeping import Presence
from data.shards import Shards
from tests.kit.club import Club, OpenClub
from tests.kit.databases import needs_postgresql
from tests.kit.leaving import SERVER, come_back, leave, pass_days
from tests.kit.scripted import ScriptedDiscord
from tests.kit.timed import deadline, due, timed
from tests.kit.times import DAY

pytestmark = [needs_postgresql, pytest.mark.parametrize("url", ["postgresql"], indirect=True)]


@pytest.fixture
async def clubs(open_club: OpenClub) -> tuple[Club, Club]:
    """The one that serves the server, and another to which Discord tells nothing of it."""
    owner = await open_club(shards=Shards(0, 0, 2))
    other = await open_club(ScriptedDiscord(unknown=True), shards=Shards(1, 1, 2))
    for each in (owner, other):
        await each.services[Presence].lost(())
    return owner, other


async def live(club: Club, length: timedelta) -> None:
    """Let so much pass in which a program is there."""
    club.clock.now += length
    await club.services[Presence].beat()


async def test_the_other_program_leaves_the_matches_alone(clubs: tuple[Club, Club]) -> None:
    owner, other = clubs
    match = await timed(owner, "1d")
    left = await due(owner, match) - owner.clock.now
    await leave(owner)
    await pass_days(other, 20, DAY)
    assert (await other.state(match.id)).is_running
    assert await deadline(other, match) is None
    assert other.discord.calls == []
    await other.notice_places()  # to which nobody has told that the bot is back
    assert await owner.rows("absences", "ended IS NULL") == 1
    assert await deadline(owner, match) is None
    await come_back(owner)
    assert await due(other, match) - owner.clock.now >= left
    await other.look_around()
    assert (await other.state(match.id)).is_running


async def test_the_other_program_ends_nothing_after_sixty_days_in_doubt(
    clubs: tuple[Club, Club],
) -> None:
    owner, other = clubs
    match = await timed(owner, "1d")
    await leave(owner)
    await pass_days(other, 61, DAY)  # the owner is not there, so the bot may be back
    assert (await other.state(match.id)).is_running
    assert await other.rows("timers", "kind = 'absence'") == 1
    owner.discord.left.clear()
    await owner.notice_places()
    assert await deadline(other, match) is not None


async def test_either_program_ends_all_after_sixty_days(clubs: tuple[Club, Club]) -> None:
    owner, other = clubs
    match = await timed(owner, "1d")
    await leave(owner)
    await pass_days(other, 60.5, DAY)
    for _ in range(8):
        await live(owner, RECHECK_AFTER / 4)
    await other.look_around()
    assert not (await other.state(match.id)).is_running
    assert SERVER in owner.discord.left
