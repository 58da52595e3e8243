"""Losing on time, as people see it."""

from datetime import timedelta
from typing import Any

import pytest

from tests.kit.passing_time import DAY, pass_time
from tests.kit.play import begin, offer, play
from tests.kit.world import World


@pytest.mark.parametrize(
    ("clock", "seconds"), [("1d", DAY), ("2d+1d/3d", 2 * DAY), ("15m+30s", 16 * 60), ("1h", 3600)]
)
async def test_time_runs_out(world: World, clock: str, seconds: int) -> None:
    thread = await begin(world, world.ada, world.ben, clock=clock)
    await pass_time(world, seconds)
    assert [each.text for each in world.shown(thread) if "ran out of time" in each.text] == []
    await pass_time(world, 15)
    last = world.shown(thread)[-1]
    assert f"<@{world.ada.id}> ran out of time." in last.text
    assert f"<@{world.ben.id}> (Black) wins on time." in last.text
    assert "(out of time)" in last.text
    assert "(left)" not in last.text
    assert last.buttons == ("Let them play on", "Rematch", "Replay", "Share", "Board")
    assert last.pinged == ()
    told = await play(world, world.ada, thread, "b2-b4")
    assert told.text.startswith("This match is over. ")


async def test_every_move_begins_the_time_of_the_other(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1d")
    for who, text in ((world.ada, "b2-b4"), (world.ben, "b7-b5")):
        await pass_time(world, DAY - 60)
        assert (await play(world, who, thread, text)).text.startswith("Played.")
    await pass_time(world, DAY + 15)
    assert f"<@{world.ada.id}> ran out of time." in world.shown(thread)[-1].text


@pytest.mark.waits
async def test_time_runs_out_while_the_bot_is_being_started(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1h")
    await pass_time(world, 3600)
    await world.restart()
    await pass_time(world, 15)
    assert f"<@{world.ada.id}> ran out of time." in world.shown(thread)[-1].text


async def test_a_move_that_is_being_answered_is_waited_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1h")
    services = world.client.services
    submit = services.matches.submit

    async def slow(*about: Any, **more: Any) -> Any:
        world.ahead += timedelta(seconds=30)  # while it is on its way
        await services.jobs.scheduler.sweep()
        return await submit(*about, **more)

    monkeypatch.setattr(services.matches, "submit", slow)
    await pass_time(world, 3600 - 10)
    assert (await play(world, world.ada, thread, "b2-b4")).text.startswith("Played.")
    await pass_time(world, 60)
    assert not any("ran out of time" in each.text for each in world.shown(thread))


async def test_of_three_the_others_go_on(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben, world.chloe], game="halves", clock="1d")
    for who in (world.ben, world.chloe):
        await who.click(offered.response, label="Accept")
        await world.settle()
    thread = world.thread()
    await pass_time(world, DAY + 15)
    after = world.shown(thread)[-1]
    assert f"<@{world.ada.id}> ran out of time." in after.text
    assert "(left)" in after.text
    assert len(after.pinged) == 1
    assert after.pinged != (world.ada.id,)
