"""A value in the database that no version has written is told of in a sentence, to all who ask."""

import pytest

from bot.core.timers import Scheduler
from bot.screen.words import UNEXPECTED
from tests.kit.by_day import mostly_at_night
from tests.kit.ladders import open_ladder
from tests.kit.logs import captured
from tests.kit.play import begin
from tests.kit.world import World

MATCH = ("matches", "match", "resign", "replay", "watch", "profile")
LADDER = ("ladder show", "ladder join", "ladder challenge")
DAMAGED = {
    "UPDATE matches SET result = '[1]'": MATCH,
    "UPDATE matches SET thread_fallback = 'moon'": MATCH,
    "UPDATE matches SET clocks = 'moon'": MATCH,
    "UPDATE entries SET kind = 'moon'": MATCH,
    "UPDATE clock_lines SET kind = 'moon'": MATCH,
    "UPDATE challenges SET state = 'moon'": (*MATCH, *LADDER),
    "UPDATE challenges SET engines = 'moon'": (*MATCH, *LADDER),
    "UPDATE players SET settings = '{\"theme\": 5}'": (*MATCH, "settings"),
    "UPDATE players SET reminders = '[5]'": (*MATCH, "settings"),
    'UPDATE servers SET settings = \'{"threads": "moon"}\'': (*MATCH, *LADDER),
    "UPDATE ladder_entries SET kind = 'moon'": LADDER,
    "UPDATE ladder_entries SET reason = x'00'": LADDER,
}


async def run(world: World, statement: str) -> None:
    """Run a statement behind the bot's back; its cursor is closed before the transaction is."""
    write = world.client.services.database.write
    await write(lambda connection: connection.exec_driver_sql(statement).close())


BY_DAY = (
    "UPDATE matches SET result = '[1]'",
    'UPDATE servers SET settings = \'{"threads": "moon"}\'',
    "UPDATE ladder_entries SET kind = 'moon'",
)


@pytest.mark.parametrize("damage", mostly_at_night(DAMAGED, BY_DAY))
async def test_everybody_is_answered_in_a_sentence(world: World, damage: str) -> None:
    club = await open_ladder(world, [world.ada, world.ben, world.chloe])
    thread = await club.begin(world.chloe, world.ben)
    await run(world, damage)
    with captured() as logged:
        await world.restart()
        for command in DAMAGED[damage]:
            for who in (world.ben, world.dan):
                answered = await who.slash(thread, command)
                await world.settle()
                told = world.answer(answered).text
                assert told, command
                assert str(UNEXPECTED) not in told, command
        await run(world, "UPDATE timers SET due_at = '2020-01-01 00:00:00.000000'")
        await world.client.services[Scheduler].sweep()
    unforeseen = [line for line in logged if "exc_info" in line]
    assert [line for line in unforeseen if line["event"] != "timer put aside"] == []


async def test_lists_say_which_match_is_damaged_and_show_the_others(world: World) -> None:
    for _ in range(2):
        await begin(world, world.ada, world.ben)
    await run(world, "UPDATE matches SET result = '[1]' WHERE id = 1")
    for command, who in (("matches", world.ada), ("watch", world.dan)):
        told = world.answer(await who.slash(world.channel, command)).text
        assert "Match 1 cannot be read." in told, told
        assert "Apart 2" in told, told
