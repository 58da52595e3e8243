"""Looking on: what is played here, and how it ended for those who asked."""

from collections.abc import Callable
from functools import partial
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from sqlalchemy import Connection, text

from bot.services.people import players
from bot.services.watching import storage as followers
from data.ids import MatchId, PlayerId
from tests.e2e.test_following import told
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


async def one_follows_and_the_other_resigns(world: World, between: Callable[[Any], Any]) -> None:
    """Dan follows a match; ``between`` happens; it ends."""
    thread = await begin(world, world.ada, world.ben)
    listed = await watched(world.dan, world.channel)
    await world.dan.select(listed, ["1"], custom_id="l:board")
    await world.dan.click(listed, label="Tell me how it ends")
    happened = between(thread)
    if happened is not None:
        await happened
    question = (await world.ben.slash(thread, "resign")).response
    await world.ben.click(question, label="Resign")
    await world.settle()


async def test_nobody_hears_of_a_match_in_a_channel_that_was_closed_to_them(world: World) -> None:
    hidden = discord.Permissions(view_channel=True).value
    denied = Overwrite(world.dan.id, OverwriteType.MEMBER, allow=0, deny=hidden)
    close = partial(world.env.backend.set_overwrite, world.channel.id, denied)
    await one_follows_and_the_other_resigns(world, lambda _: close() and None)
    assert told(world, world.dan) == []


@pytest.mark.parametrize("blocks", [("ada", "dan"), ("ben", "dan"), ("dan", "ada")])
async def test_nobody_hears_of_a_match_of_somebody_behind_a_block(
    world: World, blocks: tuple[str, str]
) -> None:
    who, whom = (getattr(world, name) for name in blocks)
    await one_follows_and_the_other_resigns(
        world, lambda _: who.slash(world.channel, "block add", person=whom)
    )
    assert told(world, world.dan) == []
    again = await begin(world, world.ada, world.ben)
    refused = await press(world, world.dan, again.last_message, "m:2:0:follow")
    answer = world.answer(refused).text
    assert "cannot be followed right now" in answer or "You have blocked" in answer


async def test_fifty_running_matches_are_followed_at_most(world: World) -> None:
    offered = await begin(world, world.ada, world.ben)
    dan = PlayerId(world.dan.id)

    def follow_others(connection: Connection) -> None:
        now = world.now()
        for number in range(2, 52):
            connection.execute(
                text(
                    "INSERT INTO matches (id, game, variant, rules_version, server_id, channel_id,"
                    " ply, created_at, updated_at) SELECT :number, game, variant,"
                    " rules_version, server_id, channel_id, ply, created_at, updated_at"
                    " FROM matches WHERE id = 1"
                ),
                {"number": number},
            )
        players.ensure(connection, [dan], now)
        for number in range(2, 52):
            followers.add(connection, MatchId(number), dan, now)

    await world.client.services.database.write(follow_others)
    full = await press(world, world.dan, offered.last_message, "m:1:0:follow")
    assert world.answer(full).text == (
        "You follow 50 already, which is the most. Stop following one of them first."
    )
    await world.client.services.database.write(followers.remove, MatchId(7), dan)
    room = await press(world, world.dan, offered.last_message, "m:1:0:follow")
    assert "I will tell you" in world.answer(room).text
    again = await press(world, world.dan, offered.last_message, "m:1:0:follow")
    assert "I will tell you" in world.answer(again).text
