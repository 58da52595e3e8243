"""What people see of servers and channels where the bot cannot be any more, and when it can."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.kit.shown import called
from tests.kit.strict import servers
from tests.kit.table import DAY, World, begin, pass_time, pick, play, server_panel


def remove(world: World) -> None:
    servers.remove_bot(world.env.backend, world.server.id)


def invite(world: World) -> None:
    servers.add_bot(world.env.backend, world.server.id)


def close(world: World) -> None:
    world.forbid(world.channel, view_channel=True)


def reopen(world: World) -> None:
    world.forbid(world.channel)


@pytest.mark.parametrize(("away", "back"), [(remove, invite), (close, reopen)])
async def test_a_match_stands_still_and_goes_on(
    world: World, away: Callable[[World], None], back: Callable[[World], None]
) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1d")
    away(world)
    await world.settle()
    await pass_time(world, 5 * DAY)
    match = await world.match()
    assert match.is_running
    assert match.match.deadline is None
    back(world)
    await world.settle()
    assert (await world.match()).match.deadline is not None
    shown = world.shown(thread)[-1].text
    assert "I can post here again, and the clocks go on." in shown
    assert f"{called(world.ada)} has time until" in shown
    await play(world, world.ada, thread, "b2-b4")
    assert (await world.match()).ply == 1
    await pass_time(world, 2 * DAY)
    assert not (await world.match()).is_running


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_server_that_was_left_while_the_bot_was_away_is_noticed(
    world: World, restarts: bool
) -> None:
    await begin(world, world.ada, world.ben, clock="1d")
    remove(world)
    if restarts:
        await world.restart(away=3 * DAY)
    await world.settle()
    await pass_time(world, 3 * DAY)
    assert (await world.match()).is_running
    invite(world)
    await world.settle()
    assert (await world.match()).match.deadline is not None


async def test_an_outage_of_a_server_is_no_absence(world: World) -> None:
    await begin(world, world.ada, world.ben, clock="1d")
    before = (await world.match()).match
    servers.begin_outage(world.env.backend, world.server.id)
    await world.settle()
    assert (await world.match()).match == before
    servers.end_outage(world.env.backend, world.server.id)
    await world.settle()
    assert (await world.match()).match == before


async def test_managers_are_told_what_points_to_nothing(world: World, keeper: Any) -> None:
    elsewhere = world.server.create_text_channel("elsewhere")
    panel = await server_panel(keeper, elsewhere)
    await pick(keeper, panel, "v:weekly", [world.channel])
    await world.settle()
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    shown = world.answer(await keeper.slash(elsewhere, "server")).text
    assert "⚠️ I cannot post in the channel of the weekly puzzle any more." in shown
    panel = await server_panel(keeper, elsewhere)
    await pick(keeper, panel, "v:weekly", [elsewhere])
    await world.settle()
    shown = world.answer(await keeper.slash(elsewhere, "server")).text
    assert "any more" not in shown
