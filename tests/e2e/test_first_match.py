"""The life of a match, from the challenge to the rematch."""

import pytest

from tests.kit.shown import called, with_mentions
from tests.kit.table import SHORT_APART, World, begin, offer, play


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


async def test_the_card_says_that_the_challenge_was_accepted(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben])
    card = world.shown(world.channel)[-1]
    assert card.pinged == (world.ben.id,)
    assert card.buttons == ("Accept", "Decline", "Cancel")
    await world.ben.click(offered.response, label="Accept")
    closed = world.shown(world.channel)[-1]
    assert closed.buttons == ()
    assert "Accepted" in closed.text


@pytest.mark.parametrize(
    ("name", "label", "said"),
    [("ben", "Decline", "Declined by"), ("ada", "Cancel", "Cancelled by")],
)
async def test_a_challenge_comes_to_nothing(world: World, name: str, label: str, said: str) -> None:
    offered = await offer(world, world.ada, [world.ben])
    who = getattr(world, name)
    await who.click(offered.response, label=label)
    (card,) = world.shown(world.channel)
    assert f"{said} <@{who.id}>" in with_mentions(card.text, who)
    assert card.buttons == ()
    assert world.channel.threads == []


async def test_an_open_seek_is_taken_by_a_third_person(world: World) -> None:
    offered = await offer(world, world.ada)
    assert world.shown(world.channel)[-1].pinged == ()
    await world.chloe.click(offered.response, label="Accept")
    (board,) = world.shown(world.thread())
    assert board.pinged == (world.ada.id,)
    assert "Chloe" in board.text


async def test_two_matches_of_the_same_pair_go_on_side_by_side(world: World) -> None:
    first = await begin(world, world.ada, world.ben)
    second = await begin(world, world.ada, world.ben, first_move="second")
    await play(world, world.ada, first, "b2-b4")
    await play(world, world.ben, second, "g2-g4")
    assert "White jumps b2 to b4" in world.shown(first)[-1].text
    assert "White jumps g2 to g4" in world.shown(second)[-1].text


async def test_resigning_asks_first_and_ends_the_match(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    asked = await world.ben.click(thread.last_message, label="More")
    await world.ben.click(asked.response, label="Resign")
    assert world.answer(asked).ephemeral
    await world.ben.click(asked.response, label="Play on")
    assert len(world.shown(thread)) == 1
    asked = await world.ben.click(thread.last_message, label="More")
    for _ in range(2):
        await world.ben.click(asked.response, label="Resign")
    last = world.shown(thread)[-1]
    assert f"{called(world.ben)} resigned." in last.text
    assert f"{called(world.ada)} (White) wins by resignation." in last.text


async def test_the_board_is_shown_to_one_person_as_picture_and_as_text(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    picture = world.answer(await world.ben.slash(thread, "match"))
    assert picture.ephemeral
    assert picture.pictures == 1
    spectator = world.answer(await world.chloe.slash(thread, "match"))
    assert spectator.pictures == 1
    assert spectator.buttons == ("Replay", "Follow", "Touching", "Text")
    shown = await world.ben.slash(thread, "match")
    text = world.answer(await world.ben.click(shown.response, label="Text"))
    assert "```" in text.text
    assert len(world.shown(thread)) == 1
