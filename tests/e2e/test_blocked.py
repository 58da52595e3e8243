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
from tests.kit.two_servers import Duel
from tests.kit.world import World

BLOCKED = "The operator of this bot has blocked you"
LEFT = "has decided that I do not play in this server"
SUPPORT = "https://discord.example/help"


@pytest.fixture
def heart() -> Heart:
    """So that the bot looks for orders every hour; its beats count for nothing."""
    return Heart(timedelta(hours=1), missed_after=timedelta(days=1000))


@pytest.fixture
async def two_servers(world: World) -> Duel:
    made = Duel(world)
    await made.agree()
    for side, who in ((0, world.ada), (1, made.eve)):
        await made.join(side, who)
    return made


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


async def test_who_plays_a_blocked_server_is_not_told_of_it_and_wins_after_a_week(
    world: World, two_servers: Duel
) -> None:
    duel, backend = two_servers, world.env.backend
    for side, keeper in enumerate(duel.keepers):
        await keeper.click(await duel.page(side, keeper), label="Ready")
    await world.settle()
    marsh = duel.channels[1].guild.id
    await order(world, duties.block, marsh)
    assert not servers.is_named(backend, marsh)
    # nobody of them is blocked: Eve plays on in private, and then Ada has no game to move in
    for who, where in (
        (world.ada, (duel.thread(0, 1), "move")),
        (duel.eve.user, ("move",)),
        (world.ada, (duel.thread(0, 1), "move")),
    ):
        move = next(iter((await world.match(1)).position.moves()))
        told = world.answer(await who.slash(*where, text=str(move), match=1))
        assert told.text.startswith("Played.")
    await pass_time(world, 8 * DAY)
    await duel.later()
    told = [each.text for each in duel.news(0)]
    assert any("has removed the bot for 7 days" in each for each in told)
    assert not any("operator" in each for each in told)
    assert "Otters\u2069 2 \u2013 0 \u2068Herons" in duel.card(0).text
    # it may offer nothing and accept nothing when it is added again
    servers.add_bot(backend, marsh)
    await world.settle()
    assert not servers.is_named(backend, marsh)


async def test_a_start_after_a_restore_deletes_again(world: World) -> None:
    await begin(world, world.ada, world.ben)
    folder = world.database.with_name("backups")
    folder.mkdir()
    (folder / "deletions.txt").write_text(f"{world.now().isoformat()} person {world.ada.id}\n")
    await world.restart()
    assert "Deleted player" in (await told(world, world.ben, "matches")).text
