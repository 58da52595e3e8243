"""Choosing how long players may think: completed, typed, by habit, within limits."""

from typing import Any

from tests.kit.table import World, chosen, offer, pick


async def offered_clocks(world: World, typed: str) -> list[str]:
    found = await world.ada.autocomplete(world.channel, "challenge", "clock", typed)
    return [choice["value"] for choice in found]


async def test_clocks_are_completed_while_they_are_typed(world: World) -> None:
    assert (await offered_clocks(world, ""))[:3] == ["1d", "2d", "3d"]
    assert await offered_clocks(world, "3d") == ["3d", "3d+1d/5d"]
    assert (await offered_clocks(world, "90 min"))[0] == "1h30m"


async def test_a_server_has_a_usual_clock_and_limits(world: World, keeper: Any) -> None:
    settings = (await keeper.slash(world.channel, "server")).response
    assert chosen(settings, "v:default_clock") == ["3d"]
    await pick(keeper, settings, "v:allowed_clocks", ["3d", "7d"])
    assert chosen(settings, "v:allowed_clocks") == ["3d", "7d"]
    assert chosen(settings, "v:default_clock") == ["3d"]
    assert await offered_clocks(world, "") == ["3d", "7d"]
    none = world.answer(await offer(world, world.ada, clock="-1d"))
    assert none.text.startswith("`-1d` is negative. A clock needs more than zero. Type `1d`")
    refused = world.answer(await offer(world, world.ada, [world.ben], clock="1d"))
    assert (
        refused.text == "This server does not allow this clock. Choose one of these: `3d` or `7d`."
    )
    await offer(world, world.ada, [world.ben], clock=None)
    assert "**Clock:** 3 days for every move." in world.shown(world.channel)[-1].text
    await pick(keeper, settings, "v:default_clock", ["14d"])
    assert chosen(settings, "v:allowed_clocks") == ["3d", "7d", "14d"]
    await pick(keeper, settings, "v:allowed_clocks", [])
    assert chosen(settings, "v:allowed_clocks") == []
    await offer(world, world.ada, [world.ben], clock="1d")
    assert "**Clock:** 1 day for every move." in world.shown(world.channel)[-1].text
