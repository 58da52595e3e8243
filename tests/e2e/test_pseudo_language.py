"""In a language for trials nothing is plain English but what is known to be untranslated yet."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from languages.pseudo import Pseudo
from rules import GAMES
from tests.e2e.test_every_button import begun
from tests.kit.crawling import Control, Crawler
from tests.kit.english import everything
from tests.kit.limits import components
from tests.kit.people import acting
from tests.kit.speaking import known, speak
from tests.kit.world import World, open_world

SAID = ("content", "label", "placeholder", "description", "title")
NAMES = {"Ada", "Ben", "Chloe", "Dan", "Board", "Club", "Quintet"} | {
    word for game in GAMES.values() for word in game.info.name.split()
}
NOTATION = {"none"}  # a clock as it is typed
KEPT = re.compile(r"`[^`]*`|<[^>]*>|https?://\S+|\w+\.(?:png|txt|json|gif)|[a-z]\d+")
WORD = re.compile(r"[A-Za-z]{3,}")


def plain(text: str) -> Iterator[str]:
    """The lines with words outside of what the language for trials has said, without that."""
    depth, left = 0, []
    for sign in KEPT.sub("§", text):
        depth += sign == "["
        left.append("§" if depth else sign)
        depth -= sign == "]" and depth > 0
    for line in re.sub("§+", "§", "".join(left)).splitlines():
        if {*WORD.findall(line)} - NAMES - NOTATION:
            yield line


def untranslated() -> re.Pattern[str]:
    """What the code says in English still, with anything in its places."""
    told = {text for those in everything().values() for _, text in those}
    parts = {
        part.strip() for text in told for part in re.split(r"\{\w*\}|\n|§", KEPT.sub("§", text))
    }
    known_parts = sorted((each for each in parts if WORD.search(each)), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, known_parts)))


@pytest.mark.slow
async def test_nothing_is_plain_english(tmp_path: Path) -> None:
    with known(de=Pseudo()):
        async with open_world(tmp_path / "pseudo.db") as world:
            thread = await begun(world)
            before = {each.id for each in _messages(world)}
            speak(world, dict.fromkeys(world.env.backend.users, "de"))
            owner = acting(world, world.ada, manages_server=True)
            settings = world.client.services.settings
            await settings.change_server(owner, lambda now: replace(now, language="de"))
            crawler = Crawler(world, world.ada, thread)
            crawler.found["v:language"] = Control("v:language", 3, (), True, False)  # leave it
            await crawler.use_commands()
            await crawler.press_all()
            new = (each for each in _messages(world) if each.id not in before)
            found = {line for each in new for line in _lines(each)}
    english = untranslated()
    left = {
        line
        for line in found
        if any(WORD.search(each) for each in english.sub("§", line).split("§"))
    }
    assert sorted(left) == []


def _messages(world: World) -> list[Any]:
    return [each for there in world.env.backend.messages.values() for each in there.values()]


def _lines(message: Any) -> Iterator[str]:
    yield from lines_of(message.components)


def lines_of(parts: Any) -> Iterator[str]:
    """The lines in plain English that a message's or a form's parts say."""
    for each in components(parts):
        yield from _said(each)


def _said(part: dict[str, Any]) -> Iterator[str]:
    for text in (part.get(key) for key in SAID):
        if isinstance(text, str):
            yield from plain(text)
    for each in (*part.get("options", ()), *part.get("items", ())):
        yield from _said(each)
