"""An option that is given alone counts: what people see then differs from the command alone."""

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from simcord import interactions

from tests.kit.cups import open_cup
from tests.kit.ladders import open_ladder
from tests.kit.shown import components_of, message_of
from tests.kit.table import World, begin, look

GIVEN = {
    "game": "glaisher",
    "variant": "square",
    "clock": "7d",
    "text": "b2-b4",
    "days": 3,
    "level": 3,
    "first_move": "second",
    "match": 2,
    "tournament": 2,
}
"""What is given, by option; for others a person, or the last of what it offers."""
PERSON = 6


def options_of(world: World, who: Any) -> Iterator[tuple[str, str, Any]]:
    """Every option of every command: the command, the option, and something to give."""
    seen = world.env.backend.visible_commands(user_id=who.id, channel_id=world.channel.id)
    for root in seen:
        for path, leaf in interactions.command_leaves(root):
            for option in leaf.get("options") or ():
                assert not option.get("required"), "a command works without its options"
                name, last = option["name"], (option.get("choices") or [{"value": "no such"}])[-1]
                fitting = world.chloe if option["type"] == PERSON else last["value"]
                yield " ".join(path), name, GIVEN.get(name, fitting)


async def seen(world: World, who: Any, command: str, **given: Any) -> tuple[Any, ...]:
    """What somebody sees who types this: texts, and what can be pressed."""
    message = message_of(await who.slash(world.channel, command, **given))
    pressed = [(each.get("custom_id"), each.get("options")) for each in components_of(message)]
    return look(message).text, pressed


@pytest.mark.night
async def test_every_option_counts_when_it_is_given_alone(world: World) -> None:
    manages = discord.Permissions(manage_guild=True)
    role = world.server.create_role("Keepers", permissions=manages)
    world.env.backend.add_member_role(world.server.id, world.ada.id, role.id)
    ladders = await open_ladder(world, [world.ada, world.ben])
    await ladders.manage("New ladder", game="glaisher basic", clock="1d", joins="all")
    for _ in range(2):
        await open_cup(world, "round_robin")
        await begin(world, world.ada, world.ben)
    found = list(options_of(world, world.ada))
    assert len(found) >= 30
    ignored = [
        (command, option)
        for command, option, value in found
        if await seen(world, world.ada, command, **{option: value})
        == await seen(world, world.ada, command)
    ]
    assert ignored == []
