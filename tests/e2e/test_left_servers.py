"""Servers that the bot left, and servers of which Discord has not told yet."""

from typing import Any

from simcord.http import router

from tests.kit.logs import captured
from tests.kit.strict import servers
from tests.kit.table import DAY, World, begin, pass_time


async def test_a_server_that_the_bot_was_removed_from_costs_no_request(
    world: World, monkeypatch: Any
) -> None:
    thread = await begin(world, world.ada, world.ben)
    backend, asked = world.env.backend, []
    dispatch = router.dispatch

    def noted(backend: Any, method: str, path: str, **given: Any) -> Any:
        asked.append(path)
        return dispatch(backend, method, path, **given)

    servers.remove_bot(backend, world.server.id)
    monkeypatch.setattr(router, "dispatch", noted)
    await world.ben.user.slash("match", match=1)
    await world.ada.user.slash("move", text="b2-b4", match=1)
    for _ in range(3):
        await pass_time(world, DAY)
    assert [each for each in asked if "/channels/" in each or "/guilds/" in each] == []
    servers.add_bot(backend, world.server.id)
    await world.settle()
    assert len(world.shown(thread)) == 2


async def test_a_server_that_is_not_there_at_the_start_is_waited_for(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    servers.begin_outage(world.env.backend, world.server.id)
    await world.ada.user.slash("move", text="b2-b4", match=1)
    with captured() as told:
        await world.restart()
        await pass_time(world, DAY)
    assert [each for each in told if "exc_info" in each] == []
    assert {each["event"] for each in told} & {"message given up", "delivery failed"} == set()
    servers.end_outage(world.env.backend, world.server.id)
    await pass_time(world, DAY)
    assert len(world.shown(thread)) == 2
