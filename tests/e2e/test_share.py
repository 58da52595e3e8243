"""**Share**: a match that is over, for people who have not seen it; first shown privately."""

import io
from typing import Any

import discord
import pytest
from PIL import Image
from simcord.backend.models import Overwrite

from bot.core import outbox
from bot.features.replays.sharing import POSTER_MESSAGE, SHARE_MESSAGE
from data.states import MessageKind
from data.tables import matches
from renderer.drawing import Renderer
from tests.e2e.test_looking_back import looking_back, with_a_mistake
from tests.e2e.test_practice_matches import thinker
from tests.kit.by_day import mostly_at_night
from tests.kit.people import server_panel
from tests.kit.play import begin, in_match, resign
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import Shown, called, file_of, look, message_of
from tests.kit.world import World, press

SIZE = (1200, 1500)
MOST_BYTES = 450 << 10


async def resigned(world: World) -> Any:
    """The thread of a match that is over, and was too short for a review."""
    thread = await begin(world, world.ada, world.ben)
    await resign(world, world.ben, thread)
    return thread


async def share(who: Any, thread: Any) -> Any:
    """Press **Share** below the result; the private message that answers."""
    return message_of(await who.click(thread.last_message, label="Share"))


async def post(world: World, who: Any, preview: Any) -> str:
    """Press **Post it**; what the presser is told."""
    return world.answer(await who.click(preview, label="Post it")).text


def cards(world: World) -> list[Shown]:
    return [each for each in world.shown(world.channel) if "Look back" in each.buttons]


async def test_a_card_is_shown_privately_and_then_stands_in_the_channel(world: World) -> None:
    thread = await resigned(world)
    result = world.shown(thread)[-1]
    assert result.buttons == ("Rematch", "Replay", "Share")
    preview = await share(world.chloe, thread)
    seen = look(preview)
    assert seen.ephemeral
    assert (seen.buttons, seen.pictures, seen.alt) == (("Post it",), 1, result.alt)
    assert f"A match is posted once, in <#{world.channel.id}>." in seen.text
    assert cards(world) == []
    assert f"It is being posted in <#{world.channel.id}>." in await post(
        world, world.chloe, preview
    )
    (card,) = cards(world)
    assert (card.pictures, card.alt, card.pinged) == (1, result.alt, ())
    assert f"{called(world.ada)} (White) wins" in card.text
    assert "Ada" in card.text.splitlines()[1]
    assert "Ben" in card.text.splitlines()[1]
    back = await world.dan.click(world.channel.last_message, label="Look back")
    assert f"<@{world.ada.id}> (White) wins" in world.answer(back).text


@pytest.mark.night
@pytest.mark.parametrize("drawer", [Renderer()])
async def test_a_match_that_was_reviewed_is_shared_as_a_poster(world: World) -> None:
    await with_a_mistake(world)
    replay = await looking_back(world, world.ben)
    assert "Share" in look(replay).buttons
    preview = message_of(await world.ben.click(replay, label="Share"))
    seen, file = look(preview), await file_of(preview)
    assert seen.alt is not None
    assert "A poster of the match, with the boards of moves" in seen.alt
    assert "changed the most:" in seen.alt
    assert Image.open(io.BytesIO(file)).size == SIZE
    assert len(file) <= MOST_BYTES
    await post(world, world.ben, preview)
    await world.settle()
    (card,) = cards(world)
    assert (card.alt, card.pictures, card.pinged) == (seen.alt, 1, ())
    assert await file_of(world.channel.last_message) == file


async def test_a_match_is_shared_once_whoever_asks_and_from_wherever(world: World) -> None:
    thread = await resigned(world)
    ben, chloe = await share(world.ben, thread), await share(world.chloe, thread)
    await post(world, world.ben, ben)
    (card,) = cards(world)
    link = f"https://discord.com/channels/{world.server.id}/{world.channel.id}/{card.id}"
    for told in (await post(world, world.chloe, chloe), look(await share(world.dan, thread)).text):
        assert told.startswith(f"This match was shared: {link}.")
    assert len(cards(world)) == 1


@pytest.mark.parametrize("kind", mostly_at_night([SHARE_MESSAGE, POSTER_MESSAGE], [SHARE_MESSAGE]))
async def test_what_1_0_0_was_asked_to_post_is_posted_and_was_the_once(
    world: World, kind: MessageKind
) -> None:
    thread = await resigned(world)
    row = outbox.NewMessage(kind, 1, "share:1", (matches, 1))
    await world.client.services.database.write(outbox.add, row, world.now())
    await world.settle()
    assert len(cards(world)) == 1
    assert "This match was shared:" in look(await share(world.ada, thread)).text


@pytest.mark.parametrize("drawer", [PlainRenderer()])
async def test_a_server_is_named_only_if_its_managers_allow_it(world: World, keeper: Any) -> None:
    await with_a_mistake(world)
    unnamed = await file_of(await share(world.ada, world.thread()))
    panel = await server_panel(keeper, world.channel)
    assert "do not name this server" in look(panel).text
    await keeper.click(panel, label="Show the server's name")
    named = await file_of(await share(world.ada, world.thread()))
    assert unnamed.startswith(b"poster of ")
    assert named == unnamed + f" · {world.server.name}".encode()


async def test_nothing_is_posted_where_somebody_or_the_bot_may_not(world: World) -> None:
    thread = await resigned(world)
    early = await share(world.chloe, thread)
    silent = discord.Permissions(send_messages=True).value
    denied = Overwrite(world.chloe.id, 1, allow=0, deny=silent)
    world.env.backend.set_overwrite(world.channel.id, denied)
    assert "where you cannot send messages" in await post(world, world.chloe, early)
    seen = look(await share(world.chloe, thread))
    assert "where you cannot send messages" in seen.text
    assert (seen.buttons, seen.pictures) == ((), 1)
    world.forbid(world.channel, attach_files=True)
    told = look(await share(world.ada, thread)).text
    assert "I need the **Attach Files** permission there." in told
    assert cards(world) == []
    share_id = next(each for each in world.shown(thread)[-1].custom_ids if "share" in each)
    lobby = world.server.create_text_channel("lobby")
    shown = await in_match(world.ada, lobby, match=1)
    world.env.backend.delete_channel(world.channel.id)
    clicked = await press(world, world.ada, message_of(shown), share_id)
    assert "was deleted" in world.answer(clicked).text


async def test_who_waits_for_the_review_is_told_so(world: World) -> None:
    thinker(world).waits_at = 3
    await with_a_mistake(world)
    preview = look(await share(world.ada, world.thread()))
    assert "I am still reviewing the match: 3 of 9 moves." in preview.text
    assert preview.buttons == ("Post it",)
