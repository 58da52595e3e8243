"""Nobody loses because the bot was away, as people see it."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.kit.outages import SLOW
from tests.kit.shown import called
from tests.kit.table import DAY, HOUR, World, begin, in_match, open_world, pass_time, play


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """One whose bot has a heart that beats."""
    async with open_world(tmp_path / "quintet.db", heart=SLOW) as opened:
        yield opened


async def clocks(world: World, thread: object) -> str:
    """What somebody reads who looks at the clocks."""
    return world.answer(await in_match(world.ben, thread, "Clocks")).text


async def deadline(world: World, thread: object) -> float:
    """Seconds until the time of the player to move is over, by Discord's clock."""
    (until,) = re.findall(r"until <t:(\d+):f>", await clocks(world, thread))
    return int(until) - world.env.now().timestamp()


def lost(world: World, thread: object) -> bool:
    return any("ran out of time" in each.text for each in world.shown(thread))


async def test_a_bot_that_was_stopped_for_days_takes_nobodys_time(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1d")
    await pass_time(world, 6 * HOUR)
    await world.restart(away=2 * DAY)
    assert abs(await deadline(world, thread) - 18 * HOUR) < SLOW.every.total_seconds()
    told = await clocks(world, thread)
    assert re.search(r"White: given back: the bot was offline \+(2d|1d23h)", told), told
    await pass_time(world, 17 * HOUR)
    assert not lost(world, thread)
    assert (await play(world, world.ada, thread, "b2-b4")).text.startswith("Played.")
    await pass_time(world, DAY + 20)
    assert f"{called(world.ben)} ran out of time." in world.shown(thread)[-1].text
