"""Ladders and what is odd about people: records, names, and that they leave."""

from typing import Any

import pytest

from tests.kit.ladders import open_ladder
from tests.kit.table import DAY, FOUR_MOVES, HOUR, World, pass_time, play


async def test_a_manager_sees_matches_that_ended_at_once(world: World) -> None:
    club = await open_ladder(world, [world.ada, world.ben])
    assert "Nothing unusual" in (await club.manage("Unusual records")).text
    await club.win(world.ben, world.ada)
    await club.win(world.ada, world.ben)
    told = (await club.manage("Unusual records")).text
    one, other = sorted((world.ada.id, world.ben.id))
    assert f"<@{one}> and <@{other}>: over after a few moves: matches 1 and 2" in told
    assert "None of this proves anything" in told
    assert "won all" not in told
    assert "ran out of time" not in told


@pytest.mark.slow
async def test_a_manager_sees_pairs_of_which_one_always_wins(world: World) -> None:
    ada, ben = world.ada, world.ben
    club = await open_ladder(world, [ada, ben])
    await club.win(ben, ada)
    await club.win(ada, ben, winner=ben)  # at once, since she was just overtaken
    for _ in range(2):
        assert "won all" not in (await club.manage("Unusual records")).text
        await pass_time(world, 7 * DAY + 60)
        await club.win(ada, ben, winner=ben)
    told = (await club.manage("Unusual records")).text
    one, other = sorted((ada.id, ben.id))
    assert f"<@{one}> and <@{other}>: <@{ben.id}> won all 4 matches" in told
    assert "None of this proves anything" in told
    assert "ran out of time" not in told


@pytest.mark.slow
async def test_a_manager_sees_who_often_runs_out_of_time(world: World) -> None:
    ada, ben = world.ada, world.ben
    club = await open_ladder(world, [ada, ben], clock="1h")
    for who, whom in ((ben, ada), (ada, ben)):
        assert "ran out of time" not in (await club.manage("Unusual records")).text
        thread = await club.begin(who, whom)
        if thread_mover(world, thread) is ben:
            await play(world, ben, thread, FOUR_MOVES[0])
        await pass_time(world, HOUR + 15)
    told = (await club.manage("Unusual records")).text
    assert f"<@{ada.id}> ran out of time 2 times" in told
    assert f"<@{ben.id}> ran out" not in told
    assert "None of this proves anything" in told
    assert club.order() == [ben.id]


def thread_mover(world: World, thread: Any) -> Any:
    """Who is to move, as the board says."""
    (mentioned,) = world.shown(thread)[-1].pinged
    return world.ada if mentioned == world.ada.id else world.ben
