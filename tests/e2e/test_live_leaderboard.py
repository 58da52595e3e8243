"""A leaderboard that stands in a channel."""

from typing import Any

import pytest
from sqlalchemy import func, select

from data.tables import live_leaderboards
from tests.e2e.test_leaderboard import leaderboard
from tests.e2e.test_rated import match_of
from tests.kit.passing_time import DAY, pass_time
from tests.kit.people import with_role
from tests.kit.shown import Shown, look
from tests.kit.world import World, press

KEEP = "lb:apart:here:active:0:live"


@pytest.fixture
def keeper(world: World) -> Any:
    """Somebody who manages the server."""
    return with_role(world, "Keeper", "Keepers", manage_guild=True)[0]


async def keep(world: World, keeper: Any) -> str:
    """Put the list into the channel; what the manager is told."""
    message = await leaderboard(world, keeper)
    await keeper.click(message, label="Keep it here")
    await world.settle()
    return look(message).text


def standing(world: World) -> list[Shown]:
    return [each for each in world.shown(world.channel) if "leaderboard" in each.text]


async def test_a_list_stands_in_a_channel_and_follows(world: World, keeper: Any) -> None:
    assert "follows by itself" in await keep(world, keeper)
    (first,) = standing(world)
    assert "Nobody is listed now" in first.text
    assert first.buttons == ("My place",)
    await match_of(world)
    assert standing(world) == [first]  # posted less than two minutes ago
    await pass_time(world, 121)
    (after,) = standing(world)
    assert after.id == first.id
    assert "Ada" in after.text
    assert "Ben" in after.text
    assert after.pinged == ()
    await match_of(world)
    await match_of(world)
    assert standing(world) == [after]
    await pass_time(world, 121)
    (later,) = standing(world)
    assert "3\u20130\u20130" in later.text
    await pass_time(world, 2 * DAY)
    assert standing(world) == [later]  # nothing has changed
    own = await world.ben.click(world.message(world.channel, later.id), label="My place")
    assert "You: **2.** of 2" in world.answer(own).text
    assert world.answer(own).ephemeral


async def test_who_plays_no_more_drops_out_by_themselves(world: World, keeper: Any) -> None:
    await match_of(world)
    await keep(world, keeper)
    assert "Ada" in standing(world)[0].text
    await pass_time(world, 62 * DAY)
    assert "Nobody is listed now" in standing(world)[0].text


async def test_a_list_whose_message_is_deleted_has_ended(world: World, keeper: Any) -> None:
    await keep(world, keeper)
    (list_,) = standing(world)
    assert "Take it down" in look(await leaderboard(world, keeper)).buttons
    world.env.backend.delete_message(world.channel.id, list_.id)
    await match_of(world)
    await pass_time(world, 121)
    assert standing(world) == []
    assert "Keep it here" in look(await leaderboard(world, keeper)).buttons


async def test_a_list_is_taken_down(world: World, keeper: Any) -> None:
    await keep(world, keeper)
    message = await leaderboard(world, keeper)
    await keeper.click(message, label="Take it down")
    assert "follows no more" in look(message).text
    (before,) = standing(world)
    await match_of(world)
    await pass_time(world, 121)
    assert standing(world) == [before]


async def test_only_managers_put_lists_into_channels(world: World, keeper: Any) -> None:
    message = await leaderboard(world, world.ada)
    assert look(message).buttons == ()
    forged = await press(world, world.ada, message, KEEP)
    assert "manage" in world.answer(forged).text
    await keep(world, keeper)
    again = await press(world, keeper, await leaderboard(world, keeper), KEEP)
    assert "has this list already" in world.answer(again).text
    assert len(standing(world)) == 1


async def test_a_channel_that_is_deleted_takes_its_list_with_it(world: World, keeper: Any) -> None:
    other = world.server.create_text_channel("lists")
    message = (await keeper.slash(other, "leaderboard", game="apart")).response
    await keeper.click(message, label="Keep it here")
    await world.settle()
    world.env.backend.delete_channel(other.id)
    await match_of(world)
    await pass_time(world, 121)
    count = await world.client.services.database.read(_lists)
    assert count == 0


def _lists(connection: Any) -> int:
    return int(connection.execute(select(func.count()).select_from(live_leaderboards)).scalar())
