"""Names that people give themselves: they notify nobody, and shape no message."""

import re
import unicodedata
from typing import Any

import pytest

from bot.chat.common.names import harmless
from tests.kit.limits import components
from tests.kit.play import offer, play
from tests.kit.world import World

TEXT = 10
NAMES = {
    "markdown": "**__~~||`x`||~~__** # _a_",
    "a code block": "```py\nprint()```",
    "a heading on a new line": "x\n# Huge\n> quote",
    "everybody": "@everyone @here",
    "mentions": "<@{0}> <@&{0}> <#{0}>",
    "a link": "[free](https://example.com) <https://example.com>",
    "right to left": "\u202egnorw\u202e\u2067\u2066",
    "many emoji": "👩‍👩‍👧‍👦" * 100,
    "a custom emoji": "<:a:123456789012345678>",
    "marks upon marks": "Z" + "\u0351\u0352\u0357" * 40,
    "nothing that is seen": "\u200b\u2060 \u3164",
    "a time": "<t:0:R> </move:{0}>",
}
IN_ALL_PLACES = ("markdown", "a heading on a new line", "everybody", "mentions", "many emoji")
SHAPING = re.compile(r"(?<!\\)(\*\*|__|~~|\|\||```|`|\[)")


def named(world: World, name: str) -> Any:
    """Somebody with this name, which Discord would have let through."""
    person = world.server.add_member(world.env.create_user("Eve"))
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


@pytest.mark.parametrize("kind", IN_ALL_PLACES)
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
    await world.settle()
    thread = world.thread()
    await play(world, eve, thread, "b2-b4")
    for command in ("match undo", "match show", "board", "matches", "replay", "help", "export"):
        await eve.slash(thread, command)
        await world.ada.slash(thread, command)
    await eve.slash(thread, "block list")
    question = (await eve.slash(thread, "resign")).response
    await eve.click(question, label="Resign")
    await world.settle()
    await world.ada.slash(thread, "matches")


@pytest.mark.parametrize("kind", NAMES)
def test_a_name_in_a_sentence_shapes_nothing(kind: str) -> None:
    shown = harmless(NAMES[kind].format(1))
    inside = shown.removeprefix("\u2068").removesuffix("\u2069")
    assert "\n" not in inside
    assert not SHAPING.search(inside), inside
    assert not re.search(r"<(@|#|t:|/|:|a:)", inside), inside
    assert any(unicodedata.category(letter)[0] in "LNPS" for letter in inside)
    assert len(inside) <= 160
