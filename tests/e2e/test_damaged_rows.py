"""A value in the database that no version has written is told of in a sentence, to all who ask."""

import pytest

from bot.chat.common.text import UNEXPECTED
from bot.services.ladders import store
from tests.kit.ladders import open_ladder
from tests.kit.logs import captured
from tests.kit.world import World

MATCH = ("matches", "board", "match show", "match clock", "resign", "replay", "watch", "profile")
LADDER = ("ladder show", "ladder history", "ladder join", "ladder challenge", "ladder leave")
DAMAGED = {
    'UPDATE matches SET result = \'{"ranking": "moon"}\'': MATCH,
    "UPDATE matches SET result = '[1]'": MATCH,
    "UPDATE matches SET thread_fallback = 'moon'": MATCH,
    "UPDATE matches SET unrated = 'moon'": MATCH,
    "UPDATE matches SET clock = 'moon'": MATCH,
    "UPDATE matches SET clocks = 'moon'": MATCH,
    "UPDATE entries SET kind = 'moon'": MATCH,
    "UPDATE clock_lines SET kind = 'moon'": MATCH,
    "UPDATE challenges SET state = 'moon'": (*MATCH, *LADDER),
    "UPDATE challenges SET engines = 'moon'": (*MATCH, *LADDER),
    "UPDATE players SET settings = '{\"theme\": 5}'": (*MATCH, "settings"),
    "UPDATE players SET reminders = '[5]'": (*MATCH, "settings"),
    'UPDATE servers SET settings = \'{"threads": "moon"}\'': (*MATCH, *LADDER),
    'UPDATE ladder_snapshots SET standings = \'{"order": ["moon"], "rests": []}\'': LADDER,
    "UPDATE ladder_snapshots SET standings = '{\"order\": [1]}'": LADDER,
    "UPDATE ladder_snapshots SET standings = '[1]'": LADDER,
    "DELETE FROM ladder_snapshots; UPDATE ladder_entries SET kind = 'moon'": LADDER,
    "DELETE FROM ladder_snapshots; UPDATE ladder_entries SET reason = x'00'": LADDER,
}


@pytest.mark.parametrize("damage", DAMAGED)
async def test_everybody_is_answered_in_a_sentence(
    world: World, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "KEPT_EVERY", 1)
    club = await open_ladder(world, [world.ada, world.ben, world.chloe])
    thread = await club.begin(world.chloe, world.ben)
    for each in damage.split("; "):
        await world.client.services.database.write(
            lambda connection, each=each: connection.exec_driver_sql(each)
        )
    with captured() as logged:
        await world.restart()
        for command in DAMAGED[damage]:
            for who in (world.ben, world.dan):
                answered = await who.slash(thread, command)
                await world.settle()
                told = world.answer(answered).text
                assert told, command
                assert told != str(UNEXPECTED), command
        due = "UPDATE timers SET due_at = '2020-01-01 00:00:00.000000'"
        database = world.client.services.database
        await database.write(lambda connection: connection.exec_driver_sql(due))
        await world.client.services.scheduler.sweep()
    assert [line for line in logged if "exc_info" in line] == []
