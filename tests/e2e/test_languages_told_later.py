"""What is told or shown again later: in the language of who gets it, and of that moment."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kit.reminding import directs
from tests.kit.speaking import Drawn, Tagged, known, post_in, speak, tongues
from tests.kit.table import (
    SHORT_APART,
    Shown,
    World,
    begin,
    message_of,
    pass_time,
    press,
    resign,
)

GERMAN, FRENCH = Tagged("de"), Tagged("fr")


@pytest.fixture
def drawer() -> Drawn:
    return Drawn()


@pytest.fixture(autouse=True)
def _languages() -> Iterator[None]:
    with known(de=GERMAN, fr=FRENCH):
        yield


def tongues_of(world: World, channel: Any, shown: Shown) -> set[str]:
    return tongues(world.env.backend.get_message(channel.id, shown.id))


async def test_news_of_a_match_are_in_the_language_of_who_gets_them(world: World) -> None:
    """Also of somebody who has never done anything before."""
    await post_in(world, "de")
    speak(world, {world.dan.id: "fr"})
    thread = await begin(world, world.ada, world.ben)
    listed = (await world.dan.slash(world.channel, "watch")).response
    await press(world, world.dan, listed, "m:1:0:follow")
    await press(world, world.chloe, listed, "m:1:0:follow")
    await world.restart()
    await resign(world, world.ben, thread)
    (french,), (english,) = directs(world, world.dan), directs(world, world.chloe)
    assert "\u27e6fr|" in french.text
    assert "\u27e6" not in english.text
    assert tongues_of(world, thread, world.shown(thread)[-1]) == {"de"}


async def test_what_is_edited_is_in_the_language_of_that_moment(
    world: World, keeper: Any, drawer: Drawn
) -> None:
    await post_in(world, "de")
    shown = await keeper.slash(world.channel, "leaderboard", game="apart")
    await press(world, keeper, shown.response, "lb:apart:here:active:0:live")
    (posted,) = [each for each in world.shown(world.channel) if "leaderboard" in each.text]
    assert tongues_of(world, world.channel, posted) == {"de"}
    await post_in(world, "fr")
    thread = await begin(world, world.ada, world.ben, *SHORT_APART[:4])
    await resign(world, world.ben, thread)
    drawer.asked.clear()
    await pass_time(world, 121)
    assert tongues_of(world, world.channel, posted) == {"fr"}
    assert drawer.asked == ["chart fr"]


async def test_what_people_take_away_is_english_and_tells_what_is_known_of_their_language(
    world: World,
) -> None:
    thread = await begin(world, world.ada, world.ben, *SHORT_APART)
    files = []
    for code in ("en-US", "de"):
        speak(world, {world.ada.id: code})
        result = await press(world, world.ada, thread.last_message, "m:1:0:export")
        files += [await file.read() for file in message_of(result).attachments]
    assert len(files) == 4
    assert files[:2] == files[2:]
    page = await world.ada.slash(world.channel, "privacy")
    pressed = await press(world, world.ada, page.response, "z:export")
    (file,) = message_of(pressed).attachments
    stored = json.dumps(json.loads(await file.read())["stored"])
    assert '"locale": "de"' in stored
    assert "\u27e6" not in stored
