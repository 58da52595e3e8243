"""Names that people give themselves: they notify nobody, and shape no message."""

import re
from typing import Any

import pytest

from bot.screen.names import harmless
from tests.kit.limits import components
from tests.kit.table import World, begin, in_match, newcomers, resign

TEXT = 10
NAMES = {
    "marks": "x\n# **@everyone** <@{0}> <@&{0}>",
    "many emoji": "👩‍👩‍👧‍👦" * 100,
}


@pytest.mark.parametrize("kind", NAMES)
async def test_a_name_is_only_a_name(world: World, kind: str) -> None:
    (eve,) = newcomers(world, "Eve")
    user = world.env.backend.users[eve.id]
    user.name = user.global_name = NAMES[kind].format(world.chloe.id)
    await live(world, eve)
    shown, told = harmless(user.name), list[str]()
    for message in (
        each for there in world.env.backend.messages.values() for each in there.values()
    ):
        assert set(message.mention_user_ids) <= {world.ada.id, eve.id}
        assert not message.mention_everyone
        assert not message.mention_role_ids
        parts = components(message.components)
        told += [each["content"] for each in parts if each["type"] == TEXT]
    assert len(told) > 8
    assert any(shown in text for text in told)
    for text in told:
        rest = text.replace(shown, "Eve")
        # whatever is in the name stands in its place, escaped and closed
        assert rest.count("\u2068") == rest.count("\u2069")
        assert not re.search("[\u202a-\u202e\u2066\u2067]", rest)
        assert "@everyone" not in text
        assert f"<@{world.chloe.id}>" not in text
    assert 0 < len(world.thread().name) <= 100
    assert "\n" not in world.thread().name


async def live(world: World, eve: Any) -> None:
    """Eve in all places where people's names are shown."""
    thread = await begin(world, eve, world.ada, "b2-b4")
    for command in ("match", "matches", "replay", "help"):
        await eve.slash(thread, command)
        await world.ada.slash(thread, command)
    await in_match(eve, thread, "Take back my last move")
    for who in (eve, world.ada):
        await in_match(who, thread, "Export")
    await eve.slash(thread, "block")
    await resign(world, eve, thread)
    await world.ada.slash(thread, "matches")
