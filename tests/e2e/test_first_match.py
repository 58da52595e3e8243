"""The life of a match, from the challenge to the rematch."""

import pytest

from tests.kit.by_day import at_night
from tests.kit.play import SHORT_APART, begin, offer
from tests.kit.shown import called, with_mentions
from tests.kit.world import World


async def test_a_whole_match_and_its_rematch(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, *SHORT_APART)
    boards = world.shown(thread)
    assert len(boards) == len(SHORT_APART) + 1
    assert f"{called(world.ada)} (White) wins: " in boards[-1].text
    assert boards[-1].buttons == ("Rematch", "Replay", "Share")
    assert boards[-1].pinged == ()
    asked = await world.ben.click(thread.last_message, label="Rematch")
    assert "Your challenge is posted in" in world.answer(asked).text
    card = world.shown(thread)[-1]
    assert "who moved second now moves first.\nWhite moves first and wins more often" in card.text
    assert card.pinged == (world.ada.id,)
    result = world.message(thread, boards[-1].id)
    again = world.answer(await world.ben.click(result, label="Rematch"))
    assert "Your challenge is posted in" in again.text
    agreed = await world.ada.click(result, label="Rematch")
    assert world.answer(agreed).text == (
        f"You accept the rematch that <@{world.ben.id}> asked for. The match begins."
    )
    assert world.thread().id != thread.id
    (board,) = world.shown(world.thread())
    assert board.pinged == (world.ben.id,)
    assert "White" in board.text
    closed = world.shown(thread)[-1]
    assert (closed.id, closed.buttons) == (card.id, ())
    link = f"https://discord.com/channels/{world.server.id}/{world.thread().id}/{board.id}"
    accepted = f"Accepted by <@{world.ada.id}>. The match begins. [Go to the board]({link})"
    assert accepted in with_mentions(closed.text, world.ada)
    assert len(world.shown(world.channel)) == 1, "the card of the first challenge alone"


@pytest.mark.parametrize(
    ("name", "label", "said"),
    [("ben", "Decline", "Declined by"), at_night("ada", "Cancel", "Cancelled by")],
)
async def test_a_challenge_comes_to_nothing(world: World, name: str, label: str, said: str) -> None:
    offered = await offer(world, world.ada, [world.ben])
    card = world.shown(world.channel)[-1]
    assert card.pinged == (world.ben.id,)
    assert card.buttons == ("Accept", "Decline", "Cancel")
    who = getattr(world, name)
    await who.click(offered.response, label=label)
    (card,) = world.shown(world.channel)
    assert f"{said} <@{who.id}>" in with_mentions(card.text, who)
    assert card.buttons == ()
    assert world.channel.threads == []


async def test_resigning_asks_first_and_ends_the_match(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    asked = await world.ben.click(thread.last_message, label="More")
    await world.ben.click(asked.response, label="Resign")
    assert world.answer(asked).ephemeral
    await world.ben.click(asked.response, label="Keep playing")
    assert len(world.shown(thread)) == 1
    asked = await world.ben.click(thread.last_message, label="More")
    for _ in range(2):
        await world.ben.click(asked.response, label="Resign")
    last = world.shown(thread)[-1]
    assert f"{called(world.ben)} resigned." in last.text
    assert f"{called(world.ada)} (White) wins by resignation." in last.text
