"""Help that knows what the reader can do next."""

import re
import textwrap
from typing import Any

import discord

from bot import VERSION
from bot.core.people.settings import ServerSettings, SettingsService
from tests.kit.people import acting, keeper_of, with_role
from tests.kit.play import begin, offer, resign
from tests.kit.shown import components_of, look, message_of
from tests.kit.world import World


async def helped(who: Any, where: Any) -> Any:
    """The private message that /help answers with."""
    return message_of(await who.slash(where, "help"))


def on_a_phone(text: str) -> int:
    """How many lines of forty letters it takes."""
    shown = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    return sum(len(textwrap.wrap(line, 40)) or 1 for line in shown.split("\n"))


async def test_somebody_new_is_told_how_to_begin_and_every_command(world: World) -> None:
    keeper = keeper_of(world)
    message = await helped(keeper, world.channel)
    seen = look(message)
    assert seen.ephemeral
    assert seen.buttons == ("Play me", "Rules", "For managers", "Today's Daily")
    assert "New here?" in seen.text
    assert "type `/challenge` and pick a game and a friend" in seen.text
    assert on_a_phone(seen.text) <= 25
    await keeper.click(message, label="For managers")
    managing = look(message)
    assert on_a_phone(managing.text) <= 25
    told = seen.text + managing.text
    for command in world.client.tree.get_commands(type=discord.AppCommandType.chat_input):
        assert f"`/{command.name}" in told or command.name == "help", command.name


async def test_waiting_matches_and_challenges_come_first(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    message = await helped(world.ada, world.channel)
    seen = look(message)
    assert "One match waits for you. It is [Apart · match 1](https://discord.com" in seen.text
    assert "New here?" not in seen.text
    assert seen.buttons == ("Move", "Play me", "Rules", "All matches", "Today's Daily")
    assert "One match waits for somebody else." in look(await helped(world.ben, world.channel)).text
    await world.ada.click(message, label="Move")
    assert "Which piece moves?" in look(message).text
    await offer(world, world.ben, [world.ada])
    text = look(await helped(world.ada, world.channel)).text
    assert f"<@{world.ben.id}> challenges you to Apart. [Answer](https://discord.com" in text
    assert "challenges you" not in look(await helped(world.ben, world.channel)).text
    await begin(world, world.ada, world.chloe)
    text = look(await helped(world.ada, thread)).text
    assert "2 matches wait for you. [Apart · match 1]" in text


async def test_after_a_match_one_may_look_back(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    await resign(world, world.ben, thread)
    seen = look(await helped(world.ada, world.channel))
    assert "Look back with `/replay`, or ask for a rematch below the last board of " in seen.text
    assert seen.buttons == ("Play me", "Rules", "All matches", "Today's Daily")


async def test_what_the_server_has_set_is_told(world: World) -> None:
    """Where people play, and to whom manages matches what they can do."""
    other = world.server.create_text_channel("tables")
    ruler, role = with_role(world, "Ruler", "Rulers")
    chosen = ServerSettings(channel_id=other.id, manager_role_id=role.id)
    manager = acting(world, world.ada, manages_server=True)
    await world.client.services[SettingsService].change_server(manager, lambda _: chosen)
    text = look(await helped(world.ada, world.channel)).text
    assert f"type `/challenge` in <#{other.id}>" in text
    assert "pick a game and a friend" in look(await helped(world.ada, other)).text
    assert "For managers" in look(await helped(ruler, other)).buttons


async def test_what_is_missing_and_where_to_ask_is_told(world: World) -> None:
    world.forbid(world.channel, send_messages=True)
    text = look(await helped(world.ada, world.channel)).text
    assert "I need the **Send Messages** permission there." in text
    assert f"Quintet {VERSION}" in text
    world.client.invite_url, world.client.support_url = "https://a.example/", "https://b.example/"
    shown = components_of(await helped(world.ada, world.channel))
    links = {each["label"]: each["url"] for each in shown if "url" in each}
    assert links == {
        "Add me to a server": "https://a.example/",
        "Ask for help": "https://b.example/",
    }
