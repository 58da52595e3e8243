"""What a server hears when the bot joins it, and the first minute of two strangers there."""

from typing import Any

import pytest
from simcord.backend import serializers

from bot.features.help.service import GREETED_BEFORE
from data.standing_tables import counters
from tests.kit.composing import offered
from tests.kit.databases import greet_anybody
from tests.kit.speaking import Tagged, known, tongues
from tests.kit.strict import servers
from tests.kit.strict.documented import POST_MESSAGE
from tests.kit.table import DAY, Shown, World, look, message_of, pass_time, pick, press
from tests.kit.world import BUTTON, COMPONENT, newest, send

BUTTONS = ("Play me", "Challenge someone", "Rules", "Set up", "Remove this")
A_BUTTON = {"component_type": BUTTON}


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


async def count_greeted(world: World, second: int) -> None:
    """Let servers that the bot joined before this second since 1970 count as greeted."""
    noted = counters.insert().values(name=GREETED_BEFORE, number=second)
    await world.client.services.database.write(lambda connection: connection.execute(noted))


async def test_a_server_is_greeted_once(world: World) -> None:
    greeting = await arrive(world)
    assert greeting is not None
    assert (greeting.buttons, greeting.pictures, greeting.pinged) == (BUTTONS, 1, ())
    assert greeting.text.startswith("Hello! I bring five board games without luck")
    assert greeting.alt is not None
    servers.begin_outage(world.env.backend, world.server.id)
    servers.end_outage(world.env.backend, world.server.id)
    await world.restart()
    await pass_time(world, 40 * DAY)
    assert world.shown(world.channel) == [greeting]


async def test_joining_while_the_bot_is_away_is_greeted_at_the_next_start(world: World) -> None:
    servers.withhold(world.env.backend, world.server.id)
    assert await arrive(world) is None
    servers.kept(world.env.backend, "withheld", set).clear()
    await world.restart()
    assert [each.buttons for each in world.shown(world.channel)] == [BUTTONS]


async def test_servers_from_before_the_upgrade_count_as_greeted(world: World) -> None:
    await count_greeted(world, int(world.env.now().timestamp()) + 60)
    assert await arrive(world) is None
    await pass_time(world, DAY)
    servers.remove_bot(world.env.backend, world.server.id)
    servers.add_bot(world.env.backend, world.server.id)
    await world.settle()
    assert [each.buttons for each in world.shown(world.channel)] == [BUTTONS]


@pytest.mark.parametrize(("days", "greetings"), [(29, 1), (31, 2)])
async def test_a_server_that_invites_again(world: World, days: int, greetings: int) -> None:
    await arrive(world)
    servers.remove_bot(world.env.backend, world.server.id)
    await pass_time(world, days * DAY)
    await arrive(world)
    servers.tell(world.env.backend, world.server.id)  # Discord may do so twice
    await world.settle()
    assert len(world.shown(world.channel)) == greetings


async def test_a_server_where_nothing_can_be_posted_is_greeted_as_soon_as_it_can(
    world: World,
) -> None:
    world.forbid(world.channel, send_messages=True)
    assert await arrive(world) is None
    await world.restart()
    await pass_time(world, DAY)
    assert world.shown(world.channel) == []
    room = world.server.create_text_channel("room")
    await world.settle()
    assert [each.buttons for each in world.shown(room)] == [BUTTONS]


async def test_a_system_channel_that_vanishes_gives_way_to_the_next(world: World) -> None:
    system = world.server.create_text_channel("news")
    world.env.backend.get_guild(world.server.id).system_channel_id = system.id
    gone = world.refuse(POST_MESSAGE, "10003", system)
    greeting = await arrive(world)
    assert gone.met == 1
    assert greeting is not None
    assert greeting.buttons == BUTTONS
    assert world.shown(system) == []


async def test_the_system_channel_comes_first(world: World) -> None:
    system = world.server.create_text_channel("news")
    world.env.backend.get_guild(world.server.id).system_channel_id = system.id
    assert await arrive(world) is None
    assert [each.buttons for each in world.shown(system)] == [BUTTONS]
    assert world.shown(world.channel) == []


async def test_a_greeting_is_in_the_language_of_the_server(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = serializers.guild_create_payload

    def german(*given: Any) -> Any:
        return {**told(*given), "features": ["COMMUNITY"], "preferred_locale": "de"}

    monkeypatch.setattr(serializers, "guild_create_payload", german)
    with known(de=Tagged("de")):
        assert await arrive(world) is not None
        assert tongues(newest(world, world.channel)) == {"de"}


class Presser:
    """Somebody whose presses are counted."""

    def __init__(self, who: Any) -> None:
        self.who, self.presses = who, 0

    async def click(self, message: Any, **which: Any) -> Any:
        self.presses += 1
        return message_of(await self.who.click(message, **which))

    async def move(self, board: Any) -> None:
        """Make the first move that can be made, from the board, or what leads to it."""
        message = await self.click(board, label="Move")
        while found := offered(message):
            await self.click(message, custom_id=next(iter(found.values()))[1])
        await self.click(message, label="Play this move")


async def test_two_strangers_come_to_a_first_move_each_within_a_minute(world: World) -> None:
    greeting = await arrive(world)
    assert greeting is not None
    ada, ben = Presser(world.ada), Presser(world.ben)
    asked = await ada.click(world.message(world.channel, greeting.id), label="Challenge someone")
    for label in ("Apart", "Anyone here", "3 days for every move"):
        await ada.click(asked, label=label)
    await ben.click(world.card(world.channel), label="Accept")
    thread = world.thread()
    first, second = (ada, ben) if (await world.match()).to_move_player == ada.who.id else (ben, ada)
    await first.move(thread.last_message)
    await second.move(thread.last_message)
    assert (await world.match()).ply == 2
    assert ada.presses + ben.presses <= 13  # three seconds a press are less than a minute


async def test_a_newcomer_plays_against_the_bot_at_once(world: World) -> None:
    greeting = await arrive(world)
    assert greeting is not None
    ada = Presser(world.ada)
    begun = await ada.click(world.message(world.channel, greeting.id), label="Play me")
    assert look(begun).text.startswith("Your match against Quintet (level 1) has begun.")
    await ada.move(begun)
    assert (await world.match()).ply >= 1
    assert ada.presses <= 6


async def test_a_game_that_the_server_does_not_play_is_not_begun(world: World, keeper: Any) -> None:
    greeting = await arrive(world)
    assert greeting is not None
    message = world.message(world.channel, greeting.id)
    panel = message_of(await keeper.click(message, label="Set up"))
    await pick(keeper, panel, "v:allowed_games", ["halves"])
    await world.ada.click(message, label="Play me")
    assert (await world.match()).info.id == "halves"
    asked = message_of(await world.ada.click(message, label="Challenge someone"))
    assert look(asked).buttons == ("Halves", "Open challenges")


async def test_the_rules_are_a_press_and_a_choice_away(world: World) -> None:
    greeting = await arrive(world)
    assert greeting is not None
    message = world.message(world.channel, greeting.id)
    asked = message_of(await world.ada.click(message, label="Rules"))
    shown = await world.ada.click(asked, label="Glaisher")
    assert "Page 1 of" in world.answer(shown).text


async def test_a_manager_removes_it_while_somebody_begins(world: World, keeper: Any) -> None:
    greeting = await arrive(world)
    assert greeting is not None
    message = world.message(world.channel, greeting.id)
    for label in ("Set up", "Remove this"):
        refused = world.answer(await world.ada.click(message, label=label))
        assert refused.ephemeral
        assert "Only people with the Manage Server permission" in refused.text
    asked = message_of(await world.ada.click(message, label="Challenge someone"))
    removing = send(world, keeper, message, COMPONENT, {"custom_id": "gr:remove", **A_BUTTON})
    begun = await press(world, world.ben, message, "gr:play")
    assert removing is not None
    assert world.answer(begun).text.startswith("Your match against Quintet")
    assert greeting not in world.shown(world.channel)
    for label in ("Apart", "Anyone here", "3 days for every move"):
        await world.ada.click(asked, label=label)
    assert world.card(world.channel) is not None
    await world.restart()
    assert greeting.buttons not in [each.buttons for each in world.shown(world.channel)]
