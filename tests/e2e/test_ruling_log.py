"""Managers read what was ruled before they rule again."""

from typing import Any

import discord
import pytest

from tests.kit.play import begin
from tests.kit.world import World


@pytest.fixture
def keeper(world: World) -> Any:
    role = world.server.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    return world.server.add_member(world.env.create_user("Keeper"), roles=[role])


async def test_what_was_ruled_is_read_by_managers_alone(world: World, keeper: Any) -> None:
    await begin(world, world.ada, world.ben)
    nothing = world.answer(await keeper.slash(world.channel, "manage log", match=1))
    assert nothing.text == "No manager has done anything to match 1."
    for reason in ("a first reason", "a second one"):
        form = await keeper.slash(world.channel, "manage annul", match=1)
        await keeper.submit_modal(form, {"reason": reason})
        await world.settle()
    told = world.answer(await keeper.slash(world.channel, "manage log", match=1))
    assert told.ephemeral
    assert told.pinged == ()
    lines = told.text.splitlines()
    assert [line.rsplit(": ")[-1] for line in lines[1:]] == ["`a first reason`", "`a second one`"]
    assert all(f"<@{keeper.id}> annulled it" in line for line in lines[1:])
    refused = world.answer(await world.ada.slash(world.channel, "manage log", match=1))
    assert "Only people who manage the server may do this." in refused.text
