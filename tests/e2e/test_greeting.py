"""What a server hears when the bot joins it, and the first minute of two strangers there."""

from typing import Any

import pytest
from simcord.backend import serializers

from bot.features.help.service import GREETED_BEFORE
from data.standing_tables import counters
from tests.kit.composing import offered
from tests.kit.databases import greet_anybody
from tests.kit.passing_time import DAY, pass_time
from tests.kit.people import pick
from tests.kit.shown import Shown, look, message_of
from tests.kit.speaking import Tagged, known, tongues
from tests.kit.strict import servers
from tests.kit.strict.documented import POST_MESSAGE
from tests.kit.world import BUTTON, COMPONENT, World, newest, press, send

BUTTONS = (
    "Play me",
    "Challenge someone",
    "Rules",
    "Today's Daily",
    "Set up",
    "Delete this message",
)


@pytest.fixture
async def world(world: World) -> World:
    """A server that the bot has not joined yet."""
    servers.remove_bot(world.env.backend, world.server.id)
    world.env.backend.advance_clock(1.0)
    database = world.client.services.database
    await database.write(greet_anybody)
    return world


async def arrive(world: World) -> Shown | None:
    """Let the bot join the server; its greeting in the first channel, if there is one."""
    servers.add_bot(world.env.backend, world.server.id)
    await world.settle()
    return next(iter(world.shown(world.channel)), None)


async def greeted(world: World) -> Any:
    """The message by which the bot greets the server that it joins."""
    greeting = await arrive(world)
    assert greeting is not None
    return world.message(world.channel, greeting.id)


async def test_a_server_is_greeted_once(world: World) -> None:
    greeting = await arrive(world)
    assert greeting is not None
    assert (greeting.buttons, greeting.pictures, greeting.pinged) == (BUTTONS, 1, ())
    assert greeting.text.startswith("Hello! I bring five board games without luck")
    assert greeting.alt is not None
    servers.begin_outage(world.env.backend, world.server.id)
    servers.end_outage(world.env.backend, world.server.id)
    await world.restart()
    await pass_time(world, 2 * DAY)
    assert world.shown(world.channel) == [greeting]


@pytest.mark.night
async def test_servers_from_before_the_upgrade_count_as_greeted(world: World) -> None:
    second = int(world.env.now().timestamp()) + 60
    noted = counters.insert().values(name=GREETED_BEFORE, number=second)
    await world.client.services.database.write(lambda connection: connection.execute(noted))
    assert await arrive(world) is None
    await pass_time(world, DAY)
    servers.remove_bot(world.env.backend, world.server.id)
    assert await arrive(world) is not None


async def test_joining_while_the_bot_is_away_is_greeted_when_it_can(world: World) -> None:
    world.forbid(world.channel, send_messages=True)
    servers.withhold(world.env.backend, world.server.id)
    assert await arrive(world) is None
    servers.kept(world.env.backend, "withheld", set).clear()
    await world.restart()
    assert world.shown(world.channel) == []
    room = world.server.create_text_channel("room")
    await world.settle()
    assert [each.buttons for each in world.shown(room)] == [BUTTONS]


@pytest.mark.parametrize(("days", "greetings"), [(29, 1), (31, 2)])
async def test_a_server_that_invites_again(world: World, days: int, greetings: int) -> None:
    await arrive(world)
    servers.remove_bot(world.env.backend, world.server.id)
    world.env.backend.advance_clock(days * DAY)
    await arrive(world)
    servers.tell(world.env.backend, world.server.id)  # Discord may do so twice
    await world.settle()
    assert len(world.shown(world.channel)) == greetings


@pytest.mark.parametrize("is_gone", [True, False])
async def test_the_system_channel_comes_first_if_it_is_there(world: World, is_gone: bool) -> None:
    system = world.server.create_text_channel("news")
    world.env.backend.get_guild(world.server.id).system_channel_id = system.id
    if is_gone:
        world.refuse(POST_MESSAGE, "10003", system)
    await arrive(world)
    channel, other = (world.channel, system) if is_gone else (system, world.channel)
    assert [each.buttons for each in world.shown(channel)] == [BUTTONS]
    assert world.shown(other) == []


async def test_a_greeting_is_in_the_language_of_the_server(world: World, monkeypatch) -> None:
    told = serializers.guild_create_payload
    community = {"features": ["COMMUNITY"], "preferred_locale": "de"}
    monkeypatch.setattr(
        serializers, "guild_create_payload", lambda *given: {**told(*given), **community}
    )
    with known(de=Tagged("de")):
        assert await arrive(world) is not None
        assert tongues(newest(world, world.channel)) == {"de"}


async def make_a_move(who: Any, board: Any) -> None:
    """Make the first move that can be made, from the board, or what leads to it."""
    message = message_of(await who.click(board, label="Move"))
    while found := offered(message):
        await who.click(message, custom_id=next(iter(found.values()))[1])
    await who.click(message, label="Play this move")


async def test_two_strangers_come_to_a_first_move_each_by_few_presses(world: World) -> None:
    ada, ben = world.ada, world.ben
    asked = message_of(await ada.click(await greeted(world), label="Challenge someone"))
    for label in ("Apart", "Anyone here", "3 days for every move"):
        await ada.click(asked, label=label)
    await ben.click(world.card(world.channel), label="Accept")
    first, second = (ada, ben) if (await world.match()).to_move_player == ada.id else (ben, ada)
    for who in (first, second):
        await make_a_move(who, world.thread().last_message)
    assert (await world.match()).ply == 2


async def test_a_newcomer_plays_against_the_bot_at_once_and_reads_the_rules(world: World) -> None:
    message = await greeted(world)
    asked = message_of(await world.ben.click(message, label="Rules"))
    assert "Page 1 of" in world.answer(await world.ben.click(asked, label="Glaisher")).text
    begun = message_of(await world.ada.click(message, label="Play me"))
    assert look(begun).text.startswith("Your match against Quintet (level 1) has begun.")
    await make_a_move(world.ada, begun)
    assert (await world.match()).ply >= 1


async def test_a_manager_sets_up_which_games_are_begun(world: World, keeper: Any) -> None:
    message = await greeted(world)
    panel = message_of(await keeper.click(message, label="Set up"))
    await pick(keeper, panel, "v:allowed_games", ["halves"])
    await world.ada.click(message, label="Play me")
    assert (await world.match()).info.id == "halves"
    asked = message_of(await world.ada.click(message, label="Challenge someone"))
    assert look(asked).buttons == ("Halves", "Open challenges")


async def test_a_manager_removes_it_while_somebody_begins(world: World, keeper: Any) -> None:
    message = await greeted(world)
    for label in ("Set up", "Delete this message"):
        refused = world.answer(await world.ada.click(message, label=label))
        assert refused.ephemeral
        assert "Only people with the Manage Server permission" in refused.text
    asked = message_of(await world.ada.click(message, label="Challenge someone"))
    send(world, keeper, message, COMPONENT, {"custom_id": "gr:remove", "component_type": BUTTON})
    begun = await press(world, world.ben, message, "gr:play")
    assert world.answer(begun).text.startswith("Your match against Quintet")
    for label in ("Apart", "Anyone here", "3 days for every move"):
        await world.ada.click(asked, label=label)
    assert world.card(world.channel) is not None
    await world.restart()
    assert BUTTONS not in [each.buttons for each in world.shown(world.channel)]
