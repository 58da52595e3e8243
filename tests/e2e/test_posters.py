"""**Poster**: a match on one picture, posted once, for people who have not seen it played."""

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from data.states import MessageKind
from renderer import Poster
from renderer.drawing import Renderer
from tests.e2e.test_looking_back import give_up, looking_back, with_a_mistake
from tests.e2e.test_practice_matches import thinker
from tests.e2e.test_share import make_older, resigned, share
from tests.kit.scripted import PlainRenderer
from tests.kit.table import Shown, begin, file_of, have_deleted, keeper_of, look
from tests.kit.world import World, open_world

SIZE = (1200, 1500)
MOST_BYTES = 450 << 10
PLACE = "being drawn and posted in"


async def ask(world: World, who: Any, thread: Any) -> str:
    """Press **Poster** below the result; what the presser is told."""
    return await share(world, who, thread, "Poster")


def posters(world: World) -> list[Shown]:
    shown = world.shown(world.channel)
    return [each for each in shown if "poster of the match" in (each.alt or "")]


class Noting(PlainRenderer):
    """Draws nothing, and notes what posters were asked for."""

    def __init__(self) -> None:
        self.asked: list[Poster] = []

    def poster(self, poster: Poster) -> bytes:
        self.asked.append(poster)
        return super().poster(poster)


@pytest.mark.parametrize("drawer", [Renderer()])
async def test_a_poster_stands_in_the_channel_for_everybody(world: World) -> None:
    await with_a_mistake(world)
    thread = world.thread()
    said = await ask(world, world.chloe, thread)
    assert f"{PLACE} <#{world.channel.id}>" in said
    (shown,) = posters(world)
    assert shown.pictures == 1
    assert f"<@{world.ada.id}> (White) wins" in shown.text
    assert shown.pinged == ()
    assert shown.alt is not None
    assert "the boards of moves" in shown.alt
    assert "changed the most:" in shown.alt
    file = await file_of(world.channel.last_message)
    assert Image.open(io.BytesIO(file)).size == SIZE
    assert len(file) <= MOST_BYTES
    back = await world.dan.click(world.channel.last_message, label="Look back")
    assert f"<@{world.ada.id}> (White) wins" in world.answer(back).text


async def test_a_match_has_one_poster_whoever_asks_and_from_wherever(world: World) -> None:
    await with_a_mistake(world)
    replay = await looking_back(world, world.ben)
    assert "Poster" in look(replay).buttons
    told = world.answer(await world.ben.click(replay, label="Poster"))
    assert PLACE in told.text
    await world.settle()
    (shown,) = posters(world)
    again = await ask(world, world.ada, world.thread())
    assert again.startswith("This match already has a poster: https://discord.com/channels/")
    assert str(shown.id) in again
    await world.client.services.database.write(make_older, MessageKind.POSTER, timedelta(days=30))
    assert "already has a poster" in await ask(world, world.chloe, world.thread())
    assert len(posters(world)) == 1


async def test_it_waits_until_the_match_was_looked_back_at(world: World) -> None:
    thinker(world).waits_at = 3
    await with_a_mistake(world)
    said = await ask(world, world.ada, world.thread())
    assert "I am still reviewing it: 3 of 9 moves." in said
    assert posters(world) == []


async def test_a_server_is_named_only_if_its_managers_allow_it(tmp_path: Path) -> None:
    drawn = Noting()
    async with open_world(tmp_path / "quintet.db", drawn) as world:
        keeper = keeper_of(world)
        thread = await resigned(world)
        await ask(world, world.ada, thread)
        panel = (await keeper.slash(world.channel, "server settings")).response
        assert "do not name this server" in look(panel).text
        await keeper.click(panel, label="Show the server's name")
        thread = await resigned(world)
        await ask(world, world.ada, thread)
    unnamed, named = drawn.asked
    assert world.server.name not in str(unnamed.subtitle)
    assert str(unnamed.subtitle)[-4:].isdigit()
    assert str(named.subtitle) == f"{unnamed.subtitle!s} · {world.server.name}"


async def test_short_annulled_and_forgotten_matches_have_posters_too(tmp_path: Path) -> None:
    drawn = Noting()
    async with open_world(tmp_path / "quintet.db", drawn) as world:
        await ask(world, world.ada, await resigned(world))  # nobody has moved
        thread = await begin(world, world.ada, world.ben, "f2-d4", "b7-b5")
        await give_up(world, world.ben, 2)
        await ask(world, world.ada, thread)  # two plies
        thread = await begin(world, world.ada, world.ben, "f2-d4")
        keeper = keeper_of(world)
        form = await keeper.slash(world.channel, "manage annul", match=3)
        await keeper.submit_modal(form, {"reason": "a test"})
        await ask(world, world.ada, thread)
        thread = await resigned(world)
        await have_deleted(world, world.ben)
        await ask(world, world.ada, thread)
        assert len(posters(world)) == 4
    nobody, two, annulled, forgotten = drawn.asked
    assert nobody.film == ()
    assert [str(still.caption) for still in two.film][:1] == ["Move 1"]
    assert annulled.card.picture.outcome is not None
    assert annulled.card.picture.outcome.winners == ()
    assert annulled.ribbon is None
    assert len(forgotten.card.names) == 2
    for poster in drawn.asked:
        assert Image.open(io.BytesIO(Renderer().poster(poster))).size == SIZE
