"""**Share**: a card of a match that is over, for people who have not seen it played."""

from datetime import timedelta
from typing import Any

import discord
from simcord.backend.models import Overwrite
from sqlalchemy import Connection, select, update

from data.states import MessageKind
from data.tables import outbox
from tests.kit.table import Shown, World, begin, message_of, press, resign


async def resigned(world: World) -> Any:
    """The thread of a match that is over."""
    thread = await begin(world, world.ada, world.ben)
    await resign(world, world.ben, thread)
    return thread


async def share(world: World, who: Any, thread: Any, label: str = "Share") -> str:
    """Press **Share** below the result, or another; what the presser is told."""
    return world.answer(await who.click(thread.last_message, label=label)).text


def make_older(connection: Connection, kind: MessageKind, by: timedelta) -> None:
    """Let messages of a kind have been asked for so much earlier."""
    for row in connection.execute(select(outbox).where(outbox.c.kind == kind)).all():
        earlier = {"created_at": row.created_at - by}
        connection.execute(update(outbox).where(outbox.c.id == row.id).values(earlier))


def cards(world: World) -> list[Shown]:
    return [each for each in world.shown(world.channel) if "Look back" in each.buttons]


async def test_a_card_with_the_final_board_stands_in_the_channel(world: World) -> None:
    thread = await resigned(world)
    result = world.shown(thread)[-1]
    assert result.buttons == ("Rematch", "Replay", "Share", "Poster", "Board")
    said = await share(world, world.chloe, thread)
    assert f"being posted in <#{world.channel.id}>" in said
    (card,) = cards(world)
    assert card.pictures == 1
    assert f"<@{world.ada.id}> (White) wins" in card.text
    assert "Ada" in card.text.splitlines()[1]
    assert "Ben" in card.text.splitlines()[1]
    assert card.alt == result.alt
    assert card.pinged == ()
    back = await world.dan.click(world.channel.last_message, label="Look back")
    assert f"<@{world.ada.id}> (White) wins" in world.answer(back).text


async def test_a_match_is_shared_once_a_day(world: World) -> None:
    thread = await resigned(world)
    await share(world, world.ada, thread)
    again = await share(world, world.ben, thread)
    (card,) = cards(world)
    assert f"It was shared today: https://discord.com/channels/{world.server.id}" in again
    assert str(card.id) in again
    await world.client.services.database.write(make_older, MessageKind.SHARE, timedelta(days=1))
    assert "being posted" in await share(world, world.ben, thread)
    assert len(cards(world)) == 2


async def test_nothing_is_posted_where_somebody_or_the_bot_may_not(world: World) -> None:
    thread = await resigned(world)
    silent = discord.Permissions(send_messages=True).value
    denied = Overwrite(world.chloe.id, 1, allow=0, deny=silent)
    world.env.backend.set_overwrite(world.channel.id, denied)
    assert "where you cannot send messages" in await share(world, world.chloe, thread)
    world.forbid(world.channel, attach_files=True)
    assert "I need the **Attach Files** permission there." in await share(world, world.ada, thread)
    assert cards(world) == []


async def test_a_match_whose_channel_is_gone(world: World) -> None:
    thread = await resigned(world)
    share_id = next(each for each in world.shown(thread)[-1].custom_ids if "share" in each)
    lobby = world.server.create_text_channel("lobby")
    shown = await world.ada.slash(lobby, "match show", match=1)
    world.env.backend.delete_channel(world.channel.id)
    clicked = await press(world, world.ada, message_of(shown), share_id)
    assert "was deleted" in world.answer(clicked).text
