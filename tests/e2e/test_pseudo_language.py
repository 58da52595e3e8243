"""In a language for trials nothing that people are shown is plain English."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from languages.pseudo import Pseudo
from tests.e2e.test_every_button import begun
from tests.kit.crawling import EPHEMERAL, Control, Crawler
from tests.kit.cups import open_cup
from tests.kit.ladders import open_ladder
from tests.kit.plain_english import plain_in, words_of
from tests.kit.reminding import reminders
from tests.kit.speaking import Drawn, known, post_in, speak
from tests.kit.table import DAY, begin, pass_time, resign
from tests.kit.world import World, open_world

TYPED = words_of("light dark grey pass")
"""Moves as they are typed, which lists of moves show."""


@pytest.mark.night
async def test_nothing_is_plain_english(tmp_path: Path) -> None:
    drawer = Drawn()
    with known(de=Pseudo()):
        async with open_world(tmp_path / "pseudo.db", drawer) as world:
            thread = await begun(world)
            await open_cup(world, "round_robin")
            drawer.asked.clear()
            before = {each.id for each in _messages(world)}
            await _all_speak(world, world.env.backend.users)
            crawler = Crawler(world, world.ada, thread)
            crawler.found["v:language"] = Control("v:language", 3, (), True, False)  # leave it
            await crawler.use_commands()
            await crawler.press_all()
            found = {*_plain_since(world, before), *_plain_forms(crawler)}
    assert sorted(found - {"English"}) == []  # which is named in itself
    assert set(drawer.asked) == {f"{each} pseudo" for each in ("board", "lens", "motion", "replay")}


async def test_what_ends_and_what_comes_with_time_is_not_plain_english(tmp_path: Path) -> None:
    """A ladder with a history, reminders, and a match that is over; Ben reads English."""
    with known(de=Pseudo()):
        async with open_world(tmp_path / "pseudo.db") as world:
            people = [world.ada, world.ben, world.chloe]
            club = await open_ladder(world, people, clock="3d")
            await club.win(world.chloe, world.ben)
            thread = await begin(world, world.ada, world.ben, "b2-b4", "b7-b5", clock="3d")
            await _all_speak(world, {*world.env.backend.users} - {world.ben.id})
            before = {each.id for each in _messages(world)}
            for command in ("show", "challenge"):
                await club.slash(world.ada, command)
            panel = await club.keeper.slash(world.channel, "ladder manage")
            await club.keeper.click(panel.response, custom_id="la:1:audit")
            await pass_time(world, 2.9 * DAY)
            assert len(reminders(world, thread)) == 3
            crawlers = [Crawler(world, world.ada, thread, only) for only in ("b:", "r")]
            for each in crawlers:
                await each.press_all()
            known_by_now = {each.id for each in _messages(world)}
            await resign(world, world.ben, thread)
            asked = {each.id for each in _messages(world) if each.flags & EPHEMERAL}
            await world.ada.slash(thread, "replay", match=2)
            crawlers.append(Crawler(world, world.ada, thread, "h:"))
            await crawlers[-1].press_all()
            assert crawlers[-1].found
            found = {*_plain_since(world, before | (asked - known_by_now))}
            found |= {line for each in crawlers for line in _plain_forms(each)}
    assert sorted(found) == []


async def _all_speak(world: World, people: Iterable[int]) -> None:
    """The Discord of these people is in the language for trials, and so is the server."""
    speak(world, dict.fromkeys(people, "de"))
    await post_in(world, "de")


def _plain_since(world: World, before: Collection[int]) -> Iterator[str]:
    for each in _messages(world):
        if each.id not in before:
            yield from plain_in(each.components, TYPED)


def _plain_forms(crawler: Crawler) -> Iterator[str]:
    for form in crawler.forms:
        yield from (*plain_in([form]), *plain_in(form["components"]))


def _messages(world: World) -> list[Any]:
    return [each for there in world.env.backend.messages.values() for each in there.values()]
