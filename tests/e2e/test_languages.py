"""Everybody is answered in their own language, and posts are in the server's."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from bot.app.command_sync import sync_if_changed
from data.ids import PlayerId
from languages import Language, read_catalog
from languages.pseudo import Pseudo
from tests.kit.speaking import known, speak
from tests.kit.table import World, begin, look, pick, press

OWN, ENGLISH = "[### Ýóúŕ", "### Your"


@pytest.fixture(autouse=True)
def _a_language_for_trials() -> Iterator[None]:
    with known(pseudo=Pseudo(), de=Pseudo()):
        yield


async def heading(world: World, who: Any) -> str:
    """What somebody's settings begin with, as they are told."""
    return look((await who.slash(world.channel, "settings")).response).text


async def test_an_answer_is_in_the_language_of_the_readers_discord(world: World) -> None:
    speak(world, {world.ada.id: "pseudo", world.ben.id: "ar", world.chloe.id: "xx"})
    assert (await heading(world, world.ada)).startswith(OWN)
    for other in (world.ben, world.chloe, world.dan):
        assert (await heading(world, other)).startswith(ENGLISH)


async def test_a_language_that_was_chosen_counts_at_once_and_stays(world: World) -> None:
    speak(world, {world.ada.id: "pseudo"})
    panel = (await world.ada.slash(world.channel, "settings")).response
    panel = (await press(world, world.ada, panel, "a:language")).response
    assert look(panel).text.startswith(OWN)
    await pick(world.ada, panel, "u:language", ["en"])
    assert look(panel).text.startswith("### Your language")
    await world.restart()
    assert (await heading(world, world.ada)).startswith(ENGLISH)


async def test_what_discord_said_last_is_kept_of_people_who_are_known(world: World) -> None:
    await begin(world, world.ada, world.ben)
    speak(world, dict.fromkeys((world.ada.id, world.chloe.id), "pseudo"))
    for who in (world.ada, world.chloe):
        await heading(world, who)
    settings = world.client.services.settings
    seen = [await settings.of_player(PlayerId(who.id)) for who in (world.ada, world.ben)]
    assert [each.locale for each in seen] == ["pseudo", "en-US"]
    assert await settings.known(PlayerId(world.chloe.id)) is None


async def test_commands_are_sent_with_what_they_say_in_each_language_once(world: World) -> None:
    backend = world.env.backend
    told = {each["name"]: each for each in backend.commands[None].values()}
    assert told["settings"]["description_localizations"]["de"].startswith("[Hów ")
    assert told["Head to head"]["name_localizations"]["de"].startswith("[Héád")
    assert "fr" not in told["settings"]["description_localizations"]
    with patch.object(backend, "register_commands", side_effect=AssertionError("sent again")):
        await world.restart()
    again = patch.object(backend, "register_commands", side_effect=AssertionError)
    with known(de=Language("de", read_catalog(""))), again, pytest.raises(AssertionError):
        await sync_if_changed(world.client.tree)
