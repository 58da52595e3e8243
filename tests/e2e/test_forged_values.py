"""Values and rows that nobody wrote: each is answered in a sentence, and no log has a traceback."""

from typing import Any

import pytest
from sqlalchemy import Connection, text

from bot.chat.common.text import UNREADABLE
from tests.kit.ladders import open_ladder
from tests.kit.limits import components
from tests.kit.logs import captured
from tests.kit.table import World, begin, offer, press


async def choose(world: World, who: Any, message: Any, custom_id: str, value: str) -> str:
    """Send a choice that the list does not offer; what the person is answered."""
    stored = world.env.backend.get_message(message.channel.id, message.id)
    kept = stored.components
    offered = {"options": [{"label": "?", "value": value}], "min_values": 1, "max_values": 1}
    stored.components = [
        {"type": 1, "components": [{"type": 3, "custom_id": custom_id, **offered}]}
    ]
    flags, stored.flags = stored.flags, 0
    try:
        return world.answer(await who.select(message, [value], custom_id=custom_id)).text
    finally:
        if len(stored.components) == 1 and stored.components[0]["type"] == 1:
            stored.components, stored.flags = kept, flags


@pytest.mark.parametrize("value", ["banana", "-1", "1e9", "9" * 40, "0", "\u0663"])
async def test_a_choice_that_is_no_number(world: World, value: str) -> None:
    club = await open_ladder(world, (world.ada, world.ben, world.chloe))
    (message,) = [each for each in club.channel.history() if components(each.components)][-1:]
    with captured() as logs:
        told = await choose(world, world.chloe, message, "b:1:pick:0", value)
    assert told.startswith("You cannot challenge"), told
    assert [each for each in logs if "exc_info" in each] == []


async def test_a_match_with_a_result_that_there_is_not(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="3d")

    def damage(connection: Connection) -> None:
        connection.execute(text("UPDATE matches SET result = '[\"banana\"]'"))
        connection.execute(text("UPDATE timers SET due_at = '2020-01-01 00:00:00.000000'"))

    await world.client.services.database.write(damage)
    message = world.message(thread, world.shown(thread)[-1].id)
    with captured() as logs:
        for command in ("board", "match show", "replay"):
            told = world.answer(await world.ada.slash(thread, command, match=1)).text
            assert "damaged in the database" in told, (command, told)
        pressed = world.answer(await press(world, world.ada, message, "m:1:0:follow"))
        assert "damaged in the database" in pressed.text
        assert world.answer(await world.ada.slash(world.channel, "matches")).text
        await world.client.services.scheduler.sweep()
    assert [each for each in logs if "exc_info" in each] == []
    assert "timer failed" in [each["event"] for each in logs]


async def test_a_challenge_in_a_state_that_there_is_not(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben])

    def damage(connection: Connection) -> None:
        connection.execute(text("UPDATE challenges SET state = 'banana'"))

    await world.client.services.database.write(damage)
    with captured() as logs:
        told = world.answer(await world.ben.click(offered.response, label="Accept")).text
    assert told == str(UNREADABLE)
    assert [each for each in logs if "exc_info" in each] == []
    assert [each["event"] for each in logs if each["log_level"] == "error"] == ["not readable"]
