"""Champions: a role for the first of a leaderboard or ladder, which moves on by itself."""

from typing import Any

import discord
import pytest

from bot.chat.common.permissions import INVITE
from tests.kit.ladders import open_ladder
from tests.kit.table import FOUR_MOVES, World, begin, keeper_of, resign, with_role

GIVING = INVITE | discord.Permissions(manage_roles=True)


@pytest.fixture
def keeper(world: World) -> Any:
    """Somebody who manages the server and its roles, which the bot may give."""
    world.allow(GIVING)
    return keeper_of(world, manage_roles=True)


def low_role(world: World, name: str = "Champion") -> Any:
    """A role below everybody's."""
    role = world.server.create_role(name)
    backend = world.env.backend
    roles = backend.get_guild(world.server.id).roles
    roles[role.id].position = 1
    for each in roles.values():
        if each.id not in (role.id, world.server.id):
            each.position = max(each.position, 2)
    return role


async def champion(world: World, keeper: Any, **options: Any) -> str:
    """``/server champion``; what the manager is told."""
    result = await keeper.slash(world.channel, "server champion", **options)
    return world.answer(result).text


def has(world: World, who: Any, role: Any) -> bool:
    """Whether somebody has the role."""
    return role.id in world.env.backend.get_guild(world.server.id).members[who.id].role_ids


async def beat(world: World, winner: Any, loser: Any) -> None:
    """A rated match that ``winner`` wins."""
    thread = await begin(world, winner, loser, *FOUR_MOVES)
    await resign(world, loser, thread)


async def test_the_role_goes_to_the_first_and_moves_on(world: World, keeper: Any) -> None:
    role = low_role(world)
    await beat(world, world.ada, world.ben)
    said = await champion(world, keeper, game="apart", role=role)
    assert said == f"From now on, <@&{role.id}> goes to the leader of the Apart leaderboard."
    assert has(world, world.ada, role)
    listed = await champion(world, keeper)
    assert f"<@{world.ada.id}>" in listed
    for _ in range(2):
        await beat(world, world.ben, world.ada)
    assert has(world, world.ben, role)
    assert not has(world, world.ada, role)
    off = await champion(world, keeper, game="apart")
    assert f"<@{world.ben.id}> keeps <@&{role.id}>" in off
    await beat(world, world.ada, world.ben)
    assert has(world, world.ben, role)


async def test_the_first_of_a_ladder(world: World, keeper: Any) -> None:
    world.allow(GIVING)
    club = await open_ladder(world, (world.ada, world.ben))
    role = low_role(world)
    await champion(world, keeper, game="apart", role=role, ladder=True)
    assert has(world, world.ada, role)
    await club.win(world.ben, world.ada)
    assert (has(world, world.ben, role), has(world, world.ada, role)) == (True, False)
    await club.leave(world.ben)
    assert (has(world, world.ben, role), has(world, world.ada, role)) == (False, True)


async def test_what_is_missing_is_told(world: World, keeper: Any) -> None:
    role = low_role(world)
    world.allow(INVITE)
    said = await champion(world, keeper, game="apart", role=role)
    assert "I need the **Manage Roles** permission" in said
    world.allow(GIVING)
    high = world.server.create_role("Owners")
    world.env.backend.get_guild(world.server.id).roles[high.id].position = 99
    await world.settle()
    told = await champion(world, keeper, game="apart", role=high)
    assert "above my own role" in told or "You cannot give" in told
    modest = with_role(world, "Modest", "Hosts", manage_guild=True)[0]
    assert "You cannot give" in await champion(world, modest, game="apart", role=role)
    assert "Name the game" in await champion(world, keeper, role=role)
    assert "No champion gets a role here" in await champion(world, keeper)
    nothing = await champion(world, keeper, game="apart")
    assert nothing.endswith("of the Apart leaderboard. To change that, choose a role as well.")
    await champion(world, keeper, game="apart", role=role)
    told = await champion(world, keeper, game="apart")
    assert told.startswith("No role goes to the leader of the Apart leaderboard any more.")
    assert told.endswith("To set one again, choose a game and a role.")


@pytest.mark.parametrize("gone", ["role", "person"])
async def test_what_is_gone(world: World, keeper: Any, gone: str) -> None:
    role = low_role(world)
    await champion(world, keeper, game="apart", role=role)
    await beat(world, world.ada, world.ben)
    assert has(world, world.ada, role)
    if gone == "role":
        world.env.backend.delete_role(world.server.id, role.id)
    else:
        world.env.backend.remove_member(world.server.id, world.ada.id)
    await world.settle()
    for _ in range(2):
        await beat(world, world.ben, world.chloe)
    listed = await champion(world, keeper)
    if gone == "role":
        assert "No champion gets a role here" in listed
    else:
        assert has(world, world.ben, role)


async def test_the_servers_owner_needs_no_role_of_their_own(world: World) -> None:
    """Without the members intent the owner is not in the cache, so only their number tells."""
    world.allow(GIVING)
    backend, role = world.env.backend, low_role(world)
    known = world.client.get_guild(world.server.id)
    assert known is not None
    backend.get_guild(world.server.id).owner_id = known.owner_id = world.dan.id
    known._members.pop(world.dan.id, None)
    assert known.owner is None
    said = await champion(world, world.dan, game="apart", role=role)
    assert said == f"From now on, <@&{role.id}> goes to the leader of the Apart leaderboard."
