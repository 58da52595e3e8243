"""Following people: told once how their matches end, where one could look on."""

from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from data.ids import PlayerId
from tests.kit.people import acting
from tests.kit.play import begin
from tests.kit.shown import look, posted
from tests.kit.world import World, press


async def profile_of(world: World, who: Any, person: Any) -> Any:
    return (await who.slash(world.channel, "profile", player=person)).response


async def follow(world: World, who: Any, person: Any) -> Any:
    shown = await profile_of(world, who, person)
    await who.click(shown, label="Tell me their results")
    return shown


async def one_resigns(world: World, thread: Any) -> None:
    question = (await world.ben.slash(thread, "resign")).response
    await world.ben.click(question, label="Resign")
    await world.settle()


def told(world: World, who: Any) -> list[str]:
    """What somebody was told in direct messages about matches that are over."""
    backend = world.env.backend
    channel = backend.dm_channels.get(who.id)
    texts = [] if channel is None else [each.text for each in posted(world.env.backend, channel)]
    return [text for text in texts if "is over" in text]


async def test_a_friends_results_come_once_each(world: World) -> None:
    shown = await follow(world, world.dan, world.ada)
    assert "I tell you by direct message" in look(shown).text
    assert look(shown).buttons == ("Head to head", "Stop following")
    await follow(world, world.dan, world.ben)
    await follow(world, world.ada, world.ben)
    thread = await begin(world, world.ada, world.ben)
    listed = (await world.dan.slash(world.channel, "watch")).response
    assert f"You follow <@{world.ada.id}> and <@{world.ben.id}>." in look(listed).text
    await one_resigns(world, thread)
    (news,) = told(world, world.dan)
    assert f"<@{world.ada.id}> (White) wins against <@{world.ben.id}> (Black)." in news
    assert f"You follow <@{world.ada.id}> and <@{world.ben.id}> in that server." in news
    assert told(world, world.ada) == []  # who plays knows
    assert told(world, world.chloe) == []
    await one_resigns(world, await begin(world, world.ada, world.ben))
    assert len(told(world, world.dan)) == 2


async def test_who_asked_for_the_match_too_is_told_once(world: World) -> None:
    await follow(world, world.dan, world.ada)
    thread = await begin(world, world.ada, world.ben)
    await press(world, world.dan, thread.last_message, "m:1:0:follow")
    await one_resigns(world, thread)
    assert len(told(world, world.dan)) == 1


async def test_no_more_is_told_after_stopping(world: World) -> None:
    shown = await follow(world, world.dan, world.ada)
    await world.dan.click(shown, label="Stop following")
    assert look(shown).buttons == ("Head to head", "Tell me their results")
    await one_resigns(world, await begin(world, world.ada, world.ben))
    assert told(world, world.dan) == []
    listed = (await world.dan.slash(world.channel, "watch")).response
    assert "I can also tell you how all matches of a friend end" in look(listed).text


async def test_a_block_parts_both_ways(world: World) -> None:
    await follow(world, world.dan, world.ada)
    await world.ada.slash(world.channel, "block add", person=world.dan)
    await one_resigns(world, await begin(world, world.ada, world.ben))
    assert told(world, world.dan) == []
    forged = await press(
        world,
        world.ben,
        await profile_of(world, world.ben, world.ada),
        f"pf:{world.ben.id}:all:follow",
    )
    assert "You cannot follow yourself." in world.answer(forged).text
    again = await profile_of(world, world.dan, world.ben)
    refused = await press(world, world.dan, again, f"pf:{world.ada.id}:all:follow")
    assert world.answer(refused).text == f"<@{world.ada.id}> cannot be followed right now."
    shown = await profile_of(world, world.ada, world.dan)
    own = await world.ada.click(shown, label="Tell me their results")
    assert world.answer(own).text.startswith(f"You have blocked <@{world.dan.id}>.")


async def test_nobody_hears_of_a_channel_that_is_closed_to_them(world: World) -> None:
    await follow(world, world.dan, world.ada)
    thread = await begin(world, world.ada, world.ben)
    hidden = discord.Permissions(view_channel=True).value
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(world.dan.id, OverwriteType.MEMBER, allow=0, deny=hidden)
    )
    await one_resigns(world, thread)
    assert told(world, world.dan) == []


async def test_a_match_against_the_bot_is_no_news(world: World) -> None:
    await follow(world, world.dan, world.ben)
    await world.ben.slash(world.channel, "practice", game="apart", level=1)
    await world.settle()
    await one_resigns(world, world.thread())
    assert told(world, world.dan) == []


async def test_in_direct_messages_nobody_can_be_followed(world: World) -> None:
    await begin(world, world.ada, world.ben)
    alone = (await world.dan.user.slash("profile", player=world.ada)).response
    assert "Tell me their results" not in look(alone).buttons


async def test_a_spectator_in_a_thread_is_told_that_it_is_not_theirs(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    refused = await world.dan.slash(thread, "resign")
    assert "You do not play in this match." in world.answer(refused).text


async def test_fifty_people_are_followed_at_most(world: World) -> None:
    following, dan = world.client.services.following, acting(world, world.dan)
    for number in range(50):
        await following.follow(dan, PlayerId(10_000 + number))
    shown = await profile_of(world, world.dan, world.ada)
    full = await world.dan.click(shown, label="Tell me their results")
    assert world.answer(full).text == (
        "You follow 50 already, which is the most. Stop following one of them first."
    )
    await following.follow(dan, PlayerId(10_007))  # whoever is followed already may be again
    await following.unfollow(dan, PlayerId(10_007))
    shown = await follow(world, world.dan, world.ada)
    assert "I tell you by direct message" in look(shown).text
