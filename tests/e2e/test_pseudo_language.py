"""In a language for trials nothing that people are shown is plain English."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from languages.pseudo import Pseudo
from renderer import illustrations
from rules import GAMES
from tests.e2e.test_every_button import begun
from tests.kit.crawling import Control, Crawler
from tests.kit.people import acting
from tests.kit.plain_english import plain_in
from tests.kit.speaking import known, noting_cuts, speak
from tests.kit.world import World, open_world


@pytest.mark.slow
async def test_nothing_is_plain_english(tmp_path: Path) -> None:
    with known(de=Pseudo()), noting_cuts() as cuts:
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
            found = {line for each in new for line in plain_in(each.components)}
    assert sorted(found) == []
    assert sorted(cuts - captions()) == []


def captions() -> set[str]:
    """What lies below the rules' pictures; a list of them has the beginning of each."""
    return {each.caption.said(Pseudo()) for game in GAMES for each in illustrations(game)}


def _messages(world: World) -> list[Any]:
    return [each for there in world.env.backend.messages.values() for each in there.values()]
