"""A category is deleted alone, or with the channels in it, one right after the other."""

from typing import Any

import pytest

from tests.kit.ladders import open_ladder
from tests.kit.table import (
    DAY,
    World,
    begin,
    fill,
    pass_time,
    pick,
    play,
    press,
    ruling,
    server_panel,
)

ABSENT = "SELECT channel_id FROM absences WHERE ended IS NULL"


async def absent(world: World) -> set[int]:
    """Where it is noted that the bot cannot be."""
    read = world.client.services.database.read
    return set(await read(lambda connection: connection.exec_driver_sql(ABSENT).scalars().all()))


async def furnish(world: World, keeper: Any) -> tuple[Any, list[Any]]:
    """A category, and the channels in it, in which there is one of everything."""
    category = world.server.create_category("Games")
    puzzles, lists = (
        world.server.create_text_channel(name, category=category) for name in ("puzzles", "lists")
    )
    ladder = await open_ladder(world, [world.ada, world.ben, world.chloe])
    for each in (world.channel, ladder.channel):
        backend = world.env.backend
        backend.get_channel(each.id).parent_id = category.id
        backend.announce_channel_update(each.id)
    panel = await server_panel(keeper, world.channel)
    await pick(keeper, panel, "v:weekly", [puzzles])
    panel = (await keeper.slash(world.channel, "server")).response
    await pick(keeper, panel, "v:channel_id", [world.channel])
    shown = (await keeper.slash(lists, "leaderboard", game="apart")).response
    await press(world, keeper, shown, "lb:apart:here:active:0:live")
    await world.settle()
    return category, [world.channel, puzzles, lists, ladder.channel]


async def test_a_category_with_its_channels(world: World, keeper: Any) -> None:
    category, channels = await furnish(world, keeper)
    elsewhere = world.server.create_text_channel("elsewhere")
    await begin(world, world.ada, world.ben, clock="1d")
    for each in (*channels, category):
        world.env.backend.delete_channel(each.id)
    await world.settle()
    assert await absent(world) >= {each.id for each in channels}
    told = world.answer(await keeper.slash(elsewhere, "server")).text
    assert "The channel for challenges was deleted" in told
    for what in ("the weekly puzzle", "the **Apart** ladder", "the live **Apart** leaderboard"):
        assert f"I cannot post in the channel of {what} any more." in told
    await pass_time(world, 5 * DAY)
    match = await world.match()
    assert match.is_running
    assert match.match.deadline is None
    form = await ruling(keeper, elsewhere, match.id, "Move elsewhere")
    await fill(keeper, form, channel=elsewhere, reason="the old one is gone")
    await world.settle()
    assert (await world.match()).match.deadline is not None
    answer = await play(world, world.ada, elsewhere, "b2-b4", match=match.id)
    assert answer.text.startswith("Played.")


async def test_a_category_alone(world: World, keeper: Any) -> None:
    category, channels = await furnish(world, keeper)
    thread = await begin(world, world.ada, world.ben, clock="1d")
    backend = world.env.backend
    backend.delete_channel(category.id)
    for each in channels:
        backend.get_channel(each.id).parent_id = None
        backend.announce_channel_update(each.id)
    await world.settle()
    assert await absent(world) == set()
    assert "⚠️" not in world.answer(await keeper.slash(world.channel, "server")).text
    await play(world, world.ada, thread, "b2-b4")
    assert len(world.shown(thread)) == 2


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_category_closed_to_the_bot(world: World, keeper: Any, restarts: bool) -> None:
    _, channels = await furnish(world, keeper)
    await begin(world, world.ada, world.ben, clock="1d")
    for each in channels:
        world.forbid(each, view_channel=True)
    if restarts:
        await world.restart(away=DAY)
    await world.settle()
    assert await absent(world) >= {each.id for each in channels}
    await pass_time(world, 3 * DAY)
    assert (await world.match()).is_running
    for each in channels:
        world.forbid(each)
    await world.settle()
    assert await absent(world) == set()
    assert (await world.match()).match.deadline is not None
