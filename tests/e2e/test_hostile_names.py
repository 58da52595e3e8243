"""Names that people give themselves: they notify nobody, and shape no message."""

import re
from typing import Any

import pytest

from bot.screen.names import harmless
from tests.kit.limits import components
from tests.kit.table import World, in_match, newcomers, offer, play, resign

TEXT = 10
NAMES = {
    "markdown": "**__~~||`x`||~~__** # _a_",
    "a heading on a new line": "x\n# Huge\n> quote",
    "everybody": "@everyone @here",
    "mentions": "<@{0}> <@&{0}> <#{0}>",
    "many emoji": "👩‍👩‍👧‍👦" * 100,
}


def named(world: World, name: str) -> Any:
    """Somebody with this name, which Discord would have let through."""
    person = newcomers(world, "Eve")[0]
    user = world.env.backend.users[person.id]
    user.name = name.format(world.chloe.id)
    user.global_name = user.name
    return person


def everything(world: World) -> list[Any]:
    """Every message there is, private ones too."""
    channels = world.env.backend.messages.values()
    return [message for there in channels for message in there.values() if message.components]


def texts(message: Any) -> list[str]:
    return [each["content"] for each in components(message.components) if each["type"] == TEXT]


@pytest.mark.parametrize("kind", NAMES)
async def test_a_name_is_only_a_name(world: World, kind: str) -> None:
    eve = named(world, NAMES[kind])
    await live(world, eve)
    known = {world.ada.id, eve.id}
    shown = harmless(world.env.backend.users[eve.id].name)
    found = everything(world)
    assert len(found) > 8
    for message in found:
        assert set(message.mention_user_ids) <= known
        assert not message.mention_everyone
        assert not message.mention_role_ids
        for text in texts(message):
            rest = text.replace(shown, "Eve")
            # whatever is in the name stands in its place, escaped and closed
            assert rest.count("\u2068") == rest.count("\u2069")
            assert not re.search("[\u202a-\u202e\u2066\u2067]", rest)
            assert "@everyone" not in text
            assert f"<@{world.chloe.id}>" not in text
    assert any(shown in text for message in found for text in texts(message))
    title = world.thread().name
    assert 0 < len(title) <= 100
    assert "\n" not in title


async def live(world: World, eve: Any) -> None:
    """Eve in all places where people's names are shown."""
    offered = await offer(world, eve, [world.ada])
    await world.ada.click(offered.response, label="Accept")
    thread = world.thread()
    await play(world, eve, thread, "b2-b4")
    for command in ("match", "matches", "replay", "help"):
        await eve.slash(thread, command)
        await world.ada.slash(thread, command)
    await in_match(eve, thread, "Take back my last move")
    for who in (eve, world.ada):
        await in_match(who, thread, "Export")
    await eve.slash(thread, "block")
    await resign(world, eve, thread)
    await world.ada.slash(thread, "matches")
