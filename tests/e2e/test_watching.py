"""Looking on: what is played here, and how it ended for those who asked."""

from __future__ import annotations

from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.kit.play import begin, play
from tests.kit.shown import look, posted
from tests.kit.world import World, press


async def watched(who: Any, where: Any) -> Any:
    """The answer to /watch."""
    return (await who.slash(where, "watch")).response


async def test_a_running_match_is_found_and_looked_at_by_anybody(world: World) -> None:
    assert "No match is played here now." in look(await watched(world.dan, world.channel)).text
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    listed = await watched(world.dan, world.channel)
    seen = look(listed)
    assert seen.ephemeral
    assert f"<@{world.ada.id}> and <@{world.ben.id}>" in seen.text
    await world.dan.select(listed, ["1"], custom_id="l:board")
    seen = look(listed)
    assert "White jumps b2 to b4." in seen.text
    assert seen.buttons == ("Replay", "Tell me how it ends")
    await world.dan.click(listed, label="Replay")
    assert "Start of 1 move" in look(listed).text


async def test_whoever_asks_is_told_how_it_ends(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    listed = await watched(world.dan, world.channel)
    await world.dan.select(listed, ["1"], custom_id="l:board")
    await world.dan.click(listed, label="Tell me how it ends")
    assert "I will tell you in a direct message" in look(listed).text
    other = await watched(world.chloe, world.channel)
    await world.chloe.select(other, ["1"], custom_id="l:board")
    await world.chloe.click(other, label="Tell me how it ends")
    await world.chloe.click(other, label="Do not tell me")
    assert look(other).text == "You will not be told."
    question = (await world.ben.slash(thread, "resign")).response
    await world.ben.click(question, label="Resign")
    await world.settle()
    told = [
        each.text
        for there in world.env.backend.messages
        if there not in (world.channel.id, thread.id)
        for each in posted(world.env.backend, there)
        if "is over" in each.text
    ]
    assert len(told) == 1
    assert f"<@{world.ada.id}> (White) wins against <@{world.ben.id}> (Black)." in told[0]
    late = await press(world, world.dan, listed, "m:1:0:follow")
    assert "This match is over." in world.answer(late).text


async def test_nobody_looks_into_a_channel_that_is_closed_to_them(world: World) -> None:
    await begin(world, world.ada, world.ben)
    hidden = discord.Permissions(view_channel=True).value
    backend = world.env.backend
    backend.set_overwrite(
        world.channel.id, Overwrite(world.dan.id, OverwriteType.MEMBER, allow=0, deny=hidden)
    )
    other = world.server.create_text_channel("open")
    listed = await watched(world.dan, other)
    assert "No match is played here now." in look(listed).text
    forged = await press(world, world.dan, listed, "m:1:0:follow")
    assert "You can look back at your own matches" in world.answer(forged).text
