"""What nobody foresaw: people are told, and the log tells where it was without what they wrote."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.core.people.settings import PlayerSettings, SettingsService
from bot.screen.words import UNEXPECTED
from renderer import PictureRequest
from tests.kit.logs import logged
from tests.kit.people import acting
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
            settings = opened.client.services[SettingsService]
            await settings.change_player(acting(opened, person), like_wood)
        yield opened
        opened.env._errors.clear()  # they are the test's


async def test_what_breaks_is_answered(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    for doing in (
        lambda: world.ada.click(thread.last_message, label="View"),
        lambda: world.ada.slash(thread, "match"),
    ):
        with logged() as told:
            broken = world.answer(await doing())
        assert broken.text.startswith(str(UNEXPECTED))
        (reference,) = re.findall(r"`(\d{8})`", broken.text)
        (line,) = [each for each in told.getvalue().splitlines() if reference in each]
        assert re.search(r"command=(MatchButton|match)\b", line), line
        assert f"server={world.server.id}" in line
        assert told.getvalue().count("builtins.ZeroDivisionError") == 1
        assert ABSURD not in told.getvalue()


async def test_a_refusal_that_breaks_or_cannot_be_delivered_tells_no_secrets(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    with logged() as told:
        broken = await play(world, world.ben, thread, "b7-b5 and a secret")
        world.env.inject_error("PATCH", "/webhooks/**", status=404, code=10015)
        world.env.inject_error("PATCH", "/webhooks/**", status=404, code=10015)
        await world.dan.slash(thread, "move", text="a secret", match=1)
    assert broken.text.startswith(str(UNEXPECTED))
    assert "answer failed" in told.getvalue()
    assert "answer not delivered" in told.getvalue()
    assert "secret" not in told.getvalue()
    assert "MatchState(" not in told.getvalue()


async def test_what_the_database_fails_has_a_reference_too(world: World) -> None:
    world.env.settle_timeout = 3.0  # else the bot's jobs, which try again, are waited for
    moved = world.database.with_name("moved")
    world.database.rename(moved)
    with logged() as told:
        answered = await world.ada.slash(world.channel, "challenge", game="apart")
    moved.rename(world.database)
    (reference,) = re.findall(r"`(\d{8})`", world.answer(answered).text)
    lines = [each for each in told.getvalue().splitlines() if f"reference={reference}" in each]
    assert any("database failed" in each and "command=challenge" in each for each in lines)
