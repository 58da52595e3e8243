"""Nothing that people are shown in another language is English, in whatever they try.

It is read for words that English alone has.
"""

from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import pytest

from languages.known import CATALOG, CATALOGS, read_language
from tests.e2e.test_every_button import begun
from tests.kit.by_day import mostly_at_night
from tests.kit.crawling import EPHEMERAL, Control, Crawler
from tests.kit.cups import open_cup
from tests.kit.ladders import open_ladder
from tests.kit.passing_time import DAY, pass_time
from tests.kit.plain_english import english_alone, english_in
from tests.kit.play import begin, resign
from tests.kit.reminding import reminders
from tests.kit.speaking import Drawn, known, post_in, speak
from tests.kit.world import World, open_world

LOCALES = {"de": "de", "es": "es-ES", "fr": "fr", "ja": "ja", "pt_BR": "pt-BR"}
"""The languages there are, and what Discord calls them."""


@pytest.mark.parametrize("code", mostly_at_night(sorted(LOCALES), ["fr"]))
async def test_no_english_shows_through_a_language(tmp_path: Path, code: str) -> None:
    language, _ = read_language(CATALOGS / code / CATALOG)
    english, drawer = english_alone(language), Drawn()
    with known(**{code: language}):
        shown = [each async for each in everything(tmp_path, drawer, LOCALES[code])]
    assert sorted({line for parts in shown for line in english_in(parts, english)}) == []
    assert {each.split()[1] for each in drawer.asked} == {code}


def test_english_is_known_by_words_that_a_language_has_not() -> None:
    language, _ = read_language(CATALOGS / "de" / CATALOG)
    english = english_alone(language)
    for text, is_english in {
        "Ada gewinnt durch Aufgabe.": False,
        "`resign`": False,
        "Aufgeben\nResign": True,
        "Partie 1 · it is your turn": True,
    }.items():
        assert bool([*english_in([{"type": 10, "content": text}], english)]) is is_english


async def everything(folder: Path, drawer: Drawn, locale: str) -> AsyncIterator[Any]:
    """The parts of all messages and forms that come of trying everything in a locale."""
    async with open_world(folder / "spoken.db", drawer) as world:
        thread = await begun(world)
        await open_cup(world, "round_robin")
        drawer.asked.clear()
        before = {each.id for each in _messages(world)}
        await _all_speak(world, world.env.backend.users, locale)
        crawler = Crawler(world, world.ada, thread)
        crawler.found["v:language"] = Control("v:language", 3, (), True, False)  # leave it
        await crawler.use_commands()
        await crawler.press_all()
        for each in _messages(world):
            if each.id not in before:
                yield each.components
    for form in crawler.forms:
        yield [form]
        yield form["components"]


@pytest.mark.night
@pytest.mark.parametrize("code", sorted(LOCALES))
async def test_nor_does_any_show_through_in_what_ends_and_comes_with_time(
    tmp_path: Path, code: str
) -> None:
    language, _ = read_language(CATALOGS / code / CATALOG)
    english = english_alone(language)
    with known(**{code: language}):
        shown = [each async for each in what_comes_with_time(tmp_path, LOCALES[code])]
    assert sorted(line for parts in shown for line in english_in(parts, english)) == []


async def what_comes_with_time(folder: Path, locale: str) -> AsyncIterator[Any]:
    """The parts of what is shown of a ladder's history, reminders and a match that is over.

    Ben reads English, and what he is shown is left out.
    """
    async with open_world(folder / "later.db") as world:
        people = [world.ada, world.ben, world.chloe]
        club = await open_ladder(world, people, clock="3d")
        await club.win(world.chloe, world.ben)
        thread = await begin(world, world.ada, world.ben, "b2-b4", "b7-b5", clock="3d")
        await _all_speak(world, {*world.env.backend.users} - {world.ben.id}, locale)
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
        for message in _messages(world):
            if message.id not in before | (asked - known_by_now):
                yield message.components
    for form in (each for crawler in crawlers for each in crawler.forms):
        yield [form]
        yield form["components"]


async def _all_speak(world: World, people: Iterable[int], locale: str = "de") -> None:
    """The Discord of these people is in that language, and so is the server."""
    speak(world, dict.fromkeys(people, locale))
    await post_in(world, locale.replace("-", "_").removesuffix("_ES"))


def _messages(world: World) -> list[Any]:
    return [each for there in world.env.backend.messages.values() for each in there.values()]
