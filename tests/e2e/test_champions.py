"""Champions: a role for the first of a leaderboard or ladder, which moves on by itself."""

from typing import Any

import discord
import pytest

from bot.screen.messenger.channels import INVITE
from tests.kit.ladders import open_ladder
from tests.kit.table import (
    FOUR_MOVES,
    World,
    begin,
    fill,
    keeper_of,
    look,
    press,
    resign,
    server_panel,
    with_role,
)

LIST, FORGED = "leaderboard", "ch:apart:board"
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


async def champion(world: World, keeper: Any, role: Any = None, command: str = LIST) -> str:
    """Choose the role on a list of Apart, or none; what the manager is told."""
    shown = await keeper.slash(world.channel, command, game="apart")
    form = await keeper.click(shown.response, label="Champion's role")
    return world.answer(await fill(keeper, form, **({"role": role} if role else {}))).text


async def listed_roles(world: World, keeper: Any) -> str:
    """What ``/server`` says of champions."""
    return look(await server_panel(keeper, world.channel)).text


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
    said = await champion(world, keeper, role)
    assert said == f"From now on, <@&{role.id}> goes to the leader of the Apart leaderboard."
    assert has(world, world.ada, role)
    listed = await listed_roles(world, keeper)
    assert f"<@{world.ada.id}>" in listed
    for _ in range(2):
        await beat(world, world.ben, world.ada)
    assert has(world, world.ben, role)
    assert not has(world, world.ada, role)
    off = await champion(world, keeper)
    assert f"<@{world.ben.id}> keeps <@&{role.id}>" in off


async def test_the_first_of_a_ladder(world: World, keeper: Any) -> None:
    world.allow(GIVING)
    club = await open_ladder(world, (world.ada, world.ben))
    role = low_role(world)
    await champion(world, keeper, role, "ladder manage")
    assert has(world, world.ada, role)
    await club.win(world.ben, world.ada)
    assert (has(world, world.ben, role), has(world, world.ada, role)) == (True, False)
    await club.leave(world.ben)
    assert (has(world, world.ben, role), has(world, world.ada, role)) == (False, True)


async def test_what_is_missing_is_told(world: World, keeper: Any) -> None:
    role = low_role(world)
    world.allow(INVITE)
    said = await champion(world, keeper, role)
    assert "I need the **Manage Roles** permission" in said
    world.allow(GIVING)
    high = world.server.create_role("Owners")
    world.env.backend.edit_role(world.server.id, high.id, {"position": 99})
    assert "above my own role" in await champion(world, keeper, high)
    modest = with_role(world, "Modest", "Hosts", manage_guild=True)[0]
    assert "You cannot give" in await champion(world, modest, role)
    assert "of the Apart leaderboard" not in await listed_roles(world, keeper)
    nothing = "No role goes to the leader of the Apart leaderboard."
    assert await champion(world, keeper) == nothing
    await champion(world, keeper, role)
    assert "the leader of the Apart leaderboard, nobody yet" in await listed_roles(world, keeper)
    assert await champion(world, keeper) == nothing
    players = world.answer(await world.ada.slash(world.channel, LIST, game="apart"))
    assert "Champion's role" not in players.buttons
    forged = await press(world, world.ada, await server_panel(keeper, world.channel), FORGED)
    assert "Only people with the Manage Server permission" in world.answer(forged).text


async def test_a_person_or_role_that_is_gone(world: World, keeper: Any) -> None:
    role = low_role(world)
    await champion(world, keeper, role)
    await beat(world, world.ada, world.ben)
    assert has(world, world.ada, role)
    world.env.backend.remove_member(world.server.id, world.ada.id)
    await world.settle()
    for _ in range(3):
        await beat(world, world.ben, world.chloe)
    assert has(world, world.ben, role)
    world.env.backend.delete_role(world.server.id, role.id)
    await world.settle()
    await beat(world, world.chloe, world.ben)
    lost = "The role for the first in **Apart** was deleted"
    assert lost in world.answer(await keeper.slash(world.channel, "server")).text
    await champion(world, keeper, low_role(world))
    assert lost not in world.answer(await keeper.slash(world.channel, "server")).text


async def test_the_servers_owner_needs_no_role_of_their_own(world: World) -> None:
    """Without the members intent the owner is not in the cache, so only their number tells."""
    world.allow(GIVING)
    backend, role = world.env.backend, low_role(world)
    known = world.client.get_guild(world.server.id)
    assert known is not None
    backend.get_guild(world.server.id).owner_id = known.owner_id = world.dan.id
    known._members.pop(world.dan.id, None)
    assert known.owner is None
    said = await champion(world, world.dan, role)
    assert said == f"From now on, <@&{role.id}> goes to the leader of the Apart leaderboard."
