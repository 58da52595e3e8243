"""Ladders and what is odd about people: records, names, and that they leave."""

from typing import Any

import pytest

from tests.e2e.test_hostile_names import NAMES, named
from tests.kit.ladders import open_ladder
from tests.kit.table import DAY, World, pass_time, play, play_all, resign

HOUR = 3600
FOUR_MOVES = ("b2-b4", "b7-b5", "c2-c4", "c7-c5")


async def test_a_manager_sees_matches_that_ended_at_once(world: World) -> None:
    club = await open_ladder(world, [world.ada, world.ben])
    assert "Nothing unusual" in (await club.slash(club.keeper, "audit")).text
    await club.win(world.ben, world.ada)
    await club.win(world.ada, world.ben)
    told = (await club.slash(club.keeper, "audit")).text
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
        assert "won all" not in (await club.slash(club.keeper, "audit")).text
        await pass_time(world, 7 * DAY + 60)
        await club.win(ada, ben, winner=ben)
    told = (await club.slash(club.keeper, "audit")).text
    one, other = sorted((ada.id, ben.id))
    assert f"<@{one}> and <@{other}>: <@{ben.id}> won all 4 matches" in told
    assert "None of this proves anything" in told
    assert "ran out of time" not in told


@pytest.mark.slow
async def test_a_manager_sees_who_often_runs_out_of_time(world: World) -> None:
    ada, ben = world.ada, world.ben
    club = await open_ladder(world, [ada, ben], clock="1h")
    for who, whom in ((ben, ada), (ada, ben)):
        assert "ran out of time" not in (await club.slash(club.keeper, "audit")).text
        thread = await club.begin(who, whom)
        if thread_mover(world, thread) is ben:
            await play(world, ben, thread, FOUR_MOVES[0])
        await pass_time(world, HOUR + 15)
    told = (await club.slash(club.keeper, "audit")).text
    assert f"<@{ada.id}> ran out of time 2 times" in told
    assert f"<@{ben.id}> ran out" not in told
    assert "None of this proves anything" in told
    assert club.order() == [ben.id]


async def test_the_end_is_told_in_three_lines(world: World) -> None:
    club = await open_ladder(world, [world.ada, world.ben])
    thread = await club.begin(world.ben, world.ada)
    first = thread_mover(world, thread)
    second = world.ada if first is world.ben else world.ben
    await play_all(world, thread, (first, second), FOUR_MOVES)
    result = await resign(world, world.ada, thread)
    _, _, below = result.text.partition("wins by resignation.**\n")
    ratings, record, ladder = below.splitlines()
    assert ratings.count("\u2192") == 2
    assert record.startswith("Wins in Apart so far: ")
    assert "takes place 1, from place 2." in ladder
    assert result.buttons == ("Rematch", "Replay", "Share", "Poster", "Board")


def thread_mover(world: World, thread: Any) -> Any:
    """Who is to move, as the board says."""
    (mentioned,) = world.shown(thread)[-1].pinged
    return world.ada if mentioned == world.ada.id else world.ben


@pytest.mark.parametrize("kind", NAMES)
async def test_names_shape_no_standings(world: World, kind: str) -> None:
    eve = named(world, NAMES[kind])
    club = await open_ladder(world, [world.ada, eve])
    assert club.order() == [world.ada.id, eve.id]
    assert club.standings().pinged == ()
    for who, command in ((world.ada, "show"), (eve, "challenge"), (world.ada, "history")):
        shown = await club.slash(who, command)
        assert "# Huge" not in shown.text
        assert "@everyone" not in shown.text


async def test_somebody_who_left_the_server_keeps_a_place_until_it_is_won(world: World) -> None:
    club = await open_ladder(world, [world.ada, world.ben])
    thread = await club.begin(world.ben, world.ada)
    world.env.backend.remove_member(world.server.id, world.ada.id)
    await world.settle()
    assert club.order() == [world.ada.id, world.ben.id]
    await world.env.advance_time(4)
    form = await club.keeper.slash(thread, "manage decide", match=1, winner=world.ben)
    await club.keeper.submit_modal(form, {"reason": "Ada has left"})
    await club.pass_on()
    assert club.order() == [world.ben.id, world.ada.id]
