"""What people see of servers and channels where the bot cannot be any more, and when it can."""

from typing import Any

import pytest

from tests.kit.by_day import mostly_at_night
from tests.kit.ladders import open_ladder
from tests.kit.logs import captured
from tests.kit.passing_time import DAY, pass_time
from tests.kit.people import fill, pick, ruling, server_panel
from tests.kit.play import begin, play
from tests.kit.shown import called
from tests.kit.strict import servers
from tests.kit.world import World, press

LOST = ("server", "server while the bot is away", "channel")


@pytest.mark.parametrize("lost", mostly_at_night(LOST, LOST[1:2]))
async def test_a_match_stands_still_and_goes_on(world: World, lost: str) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1d")
    if lost == "channel":
        world.forbid(world.channel, view_channel=True)
    else:
        servers.remove_bot(world.env.backend, world.server.id)
    await (world.restart(away=2 * DAY) if "away" in lost else world.settle())
    await pass_time(world, 2 * DAY)
    match = await world.match()
    assert match.is_running
    assert match.match.deadline is None
    if lost == "channel":
        world.forbid(world.channel)
    else:
        servers.add_bot(world.env.backend, world.server.id)
    await world.settle()
    assert (await world.match()).match.deadline is not None
    shown = world.shown(thread)[-1].text
    assert "I can post here again, and the clocks are running again." in shown
    assert f"{called(world.ada)} has time until" in shown
    await play(world, world.ada, thread, "b2-b4")
    assert (await world.match()).ply == 1
    await pass_time(world, 2 * DAY)
    assert not (await world.match()).is_running


@pytest.mark.waits
async def test_an_outage_of_a_server_is_no_absence_and_is_waited_for(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="7d")
    before = (await world.match()).match
    world.env.settle_timeout = 5.0
    servers.begin_outage(world.env.backend, world.server.id)
    await world.settle()
    assert (await world.match()).match == before
    await world.ada.user.slash("move", text="b2-b4", match=1)
    with captured() as told:
        await world.restart()
        await pass_time(world, DAY)
    assert [each for each in told if "exc_info" in each] == []
    assert {each["event"] for each in told} & {"message given up", "delivery failed"} == set()
    servers.end_outage(world.env.backend, world.server.id)
    await pass_time(world, DAY)
    assert "White jumps b2 to b4" in world.shown(thread)[1].text


async def test_channels_that_are_deleted_at_once(world: World, keeper: Any) -> None:
    """As somebody does who deletes a category with all in it: one of everything is lost."""
    lists, elsewhere = map(world.server.create_text_channel, ("lists", "elsewhere"))
    ladder = await open_ladder(world, [world.ada, world.ben])
    await pick(keeper, await server_panel(keeper, lists), "ds:channel", [lists])
    panel = (await keeper.slash(lists, "server")).response
    await pick(keeper, panel, "v:channel_id", [world.channel])
    shown = (await keeper.slash(lists, "leaderboard", game="apart")).response
    await press(world, keeper, shown, "lb:apart:here:active:0:live")
    await begin(world, world.ada, world.ben, clock="1d")
    for each in (world.channel, lists, ladder.channel):
        world.env.backend.delete_channel(each.id)
    await world.settle()
    told = world.answer(await keeper.slash(elsewhere, "server")).text
    assert "The channel for challenges was deleted" in told
    for what in ("the Daily", "the **Apart** ladder", "the live **Apart** leaderboard"):
        assert f"I cannot post in the channel of {what} any more." in told
    await pick(keeper, await server_panel(keeper, elsewhere), "ds:channel", [elsewhere])
    await world.settle()
    told = world.answer(await keeper.slash(elsewhere, "server")).text
    assert "the Daily any more" not in told
    await pass_time(world, 2 * DAY)
    match = await world.match()
    assert match.is_running
    assert match.match.deadline is None
    answer = await play(world, world.ada, elsewhere, "b2-b4", match=match.id)
    assert answer.text.startswith("Played.")
    assert "This match's channel was deleted" in answer.text
    assert "`/manage`" in answer.text
    form = await ruling(keeper, elsewhere, match.id, "Move to another channel")
    await fill(keeper, form, channel=elsewhere, reason="the old one is gone")
    await world.settle()
    assert (await world.match()).match.deadline is not None
    (thread,) = (each for each in elsewhere.threads if "Apart" in each.name)
    assert world.shown(thread)[-1].pinged == (world.ben.id,)
    again = await play(world, world.ben, elsewhere, "b7-b5", match=match.id)
    assert "is gone" not in again.text
