"""What nobody foresaw: people are told, and the log tells where it was without what they wrote."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.chat.common.text import UNEXPECTED
from bot.services.actor import Actor, Person, Place
from bot.services.people.settings import PlayerSettings
from renderer import PictureRequest
from tests.kit.logs import logged
from tests.kit.play import begin, play
from tests.kit.scripted import PlainRenderer
from tests.kit.world import World, open_world

ABSURD = "what only Ben should read"


class Brittle(PlainRenderer):
    """Draws boards for all, and breaks over those for whoever likes wood."""

    def still(self, request: PictureRequest) -> bytes:
        if request.theme == "wood":
            raise ZeroDivisionError(ABSURD)
        return super().still(request)


def like_wood(chosen: PlayerSettings) -> PlayerSettings:
    return replace(chosen, theme="wood")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_world(tmp_path / "quintet.db", Brittle()) as opened:
        for person in (opened.ada, opened.ben):
            await opened.client.services.settings.change_player(
                Actor(Person(person.id), Place(None, opened.channel.id), person.id), like_wood
            )
        yield opened
        opened.env._errors.clear()  # they are the test's


async def test_a_command_that_breaks_is_answered(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    with logged() as told:
        broken = world.answer(await world.ada.slash(thread, "board"))
    assert broken.text == UNEXPECTED
    assert "builtins.ZeroDivisionError" in told.getvalue()
    assert ABSURD not in told.getvalue()


async def test_a_button_that_breaks_is_answered(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    with logged() as told:
        broken = world.answer(await world.ada.click(thread.last_message, label="Board"))
    assert broken.text == UNEXPECTED
    assert told.getvalue().count("builtins.ZeroDivisionError") == 1
    assert ABSURD not in told.getvalue()


async def test_a_refusal_whose_board_breaks_is_still_an_answer(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    with logged() as told:
        broken = await play(world, world.ben, thread, "b7-b5 and a secret")
    assert broken.text == UNEXPECTED
    assert "answer failed" in told.getvalue()
    assert "secret" not in told.getvalue()


async def test_a_refusal_that_cannot_be_delivered_tells_nothing_of_the_match(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    with logged() as told:
        world.env.inject_error("PATCH", "/webhooks/**", status=404, code=10015)
        world.env.inject_error("PATCH", "/webhooks/**", status=404, code=10015)
        await world.ben.slash(thread, "move", text="a secret", match=1)
    assert "answer not delivered" in told.getvalue()
    assert "secret" not in told.getvalue()
    assert "MatchState(" not in told.getvalue()
