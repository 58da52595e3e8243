"""People and servers that the operator blocks or forgets, as everybody sees it."""

from datetime import timedelta
from typing import Any

import pytest

from bot.app import duties
from bot.app.settings import Settings
from bot.features.timekeeping import Heart
from tests.kit.databases import greet_anybody, sqlite_url
from tests.kit.passing_time import DAY, HOUR, pass_time
from tests.kit.people import pick, server_panel
from tests.kit.play import begin, offer, play
from tests.kit.shown import Shown
from tests.kit.strict import servers
from tests.kit.world import World

BLOCKED = "The operator of this bot has blocked you"
LEFT = "has decided that I do not play in this server"
SUPPORT = "https://discord.example/help"


@pytest.fixture
def heart() -> Heart:
    """So that the bot looks for orders every hour; its beats count for nothing."""
    return Heart(timedelta(hours=1), missed_after=timedelta(days=1000))


async def order(world: World, duty: Any, number: int, **typed: Any) -> None:
    """An operator's command on the database of the running bot, which hears of it soon."""
    given = Settings("", sqlite_url(world.database))
    assert await duty(given, number, **({"ask": lambda _: str(number)} | typed)) == 0
    await pass_time(world, HOUR + 1)


async def end_block(settings: Settings, number: int, **_: Any) -> int:
    return await duties.unblock(settings, number)


async def told(world: World, who: Any, command: str, **options: Any) -> Shown:
    return world.answer(await who.slash(world.channel, command, **options))


async def test_a_blocked_person_is_answered_in_one_way_until_they_are_unblocked(
    world: World,
) -> None:
    world.client.support_url = SUPPORT
    card = (await offer(world, world.chloe)).card
    thread = await begin(world, world.ada, world.ben, clock="1d")
    await order(world, duties.block, world.ada.id)
    for answer in (
        world.answer(await world.ada.click(card, label="Accept")),
        await told(world, world.ada, "matches"),
        await play(world, world.ada, thread, "b2-b4"),
    ):
        assert BLOCKED in answer.text
        assert answer.buttons == ("Ask for help",)
    assert (await world.match()).ply == 0
    refused = await told(world, world.ben, "challenge", game="apart", opponent=world.ada)
    assert "cannot be challenged right now" in refused.text
    mine = (await world.ada.slash(world.channel, "privacy")).response
    exported = await world.ada.click(mine, label="Export")
    assert "quintet-data.json" in str(exported.response.attachments)
    await pass_time(world, 2 * DAY)
    assert not (await world.match()).is_running, "the clock rules"
    await order(world, end_block, world.ada.id)
    assert BLOCKED not in (await told(world, world.ada, "matches")).text


async def test_a_blocked_server_is_left_whenever_the_bot_is_added(world: World) -> None:
    backend, server = world.env.backend, world.server.id
    thread = await begin(world, world.ada, world.ben)
    await order(world, duties.block, server)
    await world.client.services.database.write(greet_anybody)
    assert not servers.is_named(backend, server)
    assert LEFT in (await play(world, world.ada, thread, "b2-b4")).text
    shown = world.shown(world.channel)
    servers.add_bot(backend, server)
    await world.settle()
    assert not servers.is_named(backend, server)
    assert world.shown(world.channel) == shown, "it is not greeted"
    await order(world, end_block, server)
    servers.add_bot(backend, server)
    await world.settle()
    assert (await play(world, world.ada, thread, "b2-b4")).text.startswith("Played.")


async def test_a_forgotten_server_is_left_and_begins_anew(world: World, keeper: Any) -> None:
    backend, server = world.env.backend, world.server.id
    await pick(keeper, await server_panel(keeper, world.channel), "ds:channel", [world.channel])
    thread = await begin(world, world.ada, world.ben)
    await order(world, duties.forget_server, server)
    assert not servers.is_named(backend, server)
    match = (await world.match()).match
    assert (match.is_running, match.server_id, match.thread_id) == (False, None, None)
    inbox = world.answer(await world.ada.user.slash("matches"))
    assert "Apart" in inbox.text
    assert "<#0>" not in inbox.text
    servers.add_bot(backend, server)
    await world.settle()
    assert LEFT not in (await play(world, world.ada, thread, "b2-b4")).text
    assert "Today's Daily" not in str(await server_panel(keeper, world.channel))
    await begin(world, world.ada, world.ben)
    assert (await world.match(2)).is_running


async def test_a_start_after_a_restore_deletes_again(world: World) -> None:
    await begin(world, world.ada, world.ben)
    folder = world.database.with_name("backups")
    folder.mkdir()
    (folder / "deletions.txt").write_text(f"{world.now().isoformat()} person {world.ada.id}\n")
    await world.restart()
    assert "Deleted player" in (await told(world, world.ben, "matches")).text
