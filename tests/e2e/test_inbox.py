"""The inbox: every match of somebody, from any server, with the way to the next move."""

from typing import Any

import pytest

from rules import GAMES
from tests.kit.composing import choose, compose
from tests.kit.play import begin, in_match, play, resign
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import lists, look
from tests.kit.world import World


async def inbox(who: Any, where: Any) -> Any:
    """The message that lists the matches."""
    return (await who.slash(where, "matches")).response


async def make_move(world: World, who: Any, message: Any, number: int) -> None:
    """Choose and play b2-b4 in a match that a message shows."""
    position = (await world.match(number)).position
    await compose(who, message, position, position.parse("b2-b4"))
    await who.click(message, label="Play this move")


async def test_matches_that_wait_come_first_and_can_be_moved_in(world: World) -> None:
    first = await begin(world, world.ada, world.ben)
    second = await begin(world, world.ada, world.chloe)
    led_on = await play(world, world.ada, first, "b2-b4")
    assert "1 more match waits for you." in led_on.text
    assert led_on.buttons == ("Next match", "All matches")
    listed = await inbox(world.ada, world.channel)
    seen = look(listed)
    assert seen.buttons == ("Next match",)
    assert seen.text.index("Your turn (1)") < seen.text.index("Apart 2")
    assert seen.text.index("Apart 2") < seen.text.index("Waiting for others (1)")
    assert seen.text.count("\n") == 3  # two headings, and a line for each match
    assert f"/{second.id}/" in seen.text  # a link to the board
    assert seen.pinged == ()
    await world.ada.select(listed, ["1"], custom_id="l:open")
    assert "you play **White**" in look(listed).text  # not her turn: the board
    listed = await inbox(world.ada, world.channel)
    await world.ada.select(listed, ["2"], custom_id="l:open")
    assert "Which piece moves?" in look(listed).text
    await make_move(world, world.ada, listed, 2)
    assert look(listed).text == "Played. White jumps b2 to b4."
    assert world.shown(second)[-1].pinged == (world.chloe.id,)


async def test_matches_of_other_servers_are_played_from_direct_messages(world: World) -> None:
    await begin(world, world.ada, world.ben)
    server = world.env.create_guild("Second Club", owner=world.env.create_user("other owner"))
    channel = server.create_text_channel("boards")
    ada, ben = (server.add_member(each.user) for each in (world.ada, world.ben))
    await ada.slash(
        channel, "challenge", game="detach", opponent=ben, first_move="first", clock="none"
    )
    await ben.click(world.card(channel), label="Accept")
    listed = (await world.ada.user.slash("matches")).response
    assert "Your turn (2)" in look(listed).text
    await world.restart()
    await world.ada.user.click(listed, label="Next match")
    assert "Apart · match 1" in look(listed).text
    await world.ada.user.click(listed, label="Type instead")
    await make_move(world, world.ada.user, listed, 1)
    assert world.shown(world.thread())[-1].pinged == (world.ben.id,)
    await world.ada.user.click(listed, label="Next match")
    assert "Detach · match 2" in look(listed).text
    await choose(world.ada.user, listed, 1)
    move = str(next(iter(GAMES["detach"].start().moves())))
    typed = await world.ada.user.slash("move", text=move)
    assert world.answer(typed).text.startswith("Played.")
    assert world.shown(channel.threads[0])[-1].pinged == (world.ben.id,)


@pytest.mark.night
@pytest.mark.parametrize("drawer", [PlainRenderer()])
async def test_many_matches_are_paged_with_results_last(world: World) -> None:
    empty = look(await inbox(world.ada, world.channel))
    assert "/challenge" in empty.text
    assert "/rules" in empty.text
    assert empty.ephemeral
    for number in range(13):
        first_move = "second" if number % 2 else "first"
        thread = await begin(world, world.ada, world.ben, first_move=first_move)
    await resign(world, world.ben, thread)
    listed = await inbox(world.ada, world.channel)
    seen = look(listed)
    assert "Your turn (6)" in seen.text
    assert "Page 1 of 2" in seen.text
    assert seen.text.count("](https://") == 10
    await world.ada.click(listed, label="▶")
    seen = look(listed)
    assert "Page 2 of 2" in seen.text
    assert "Waiting for others (6)" in seen.text
    assert "Recent results (1)" in seen.text
    assert "won" in seen.text
    assert "▶" not in seen.buttons
    await world.ada.click(listed, label="◀")
    assert "Page 1 of 2" in look(listed).text
    assert await world.ada.autocomplete(world.channel, "match", "match", "12")


async def test_what_is_asked_of_somebody_stands_there_and_can_be_answered(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    await in_match(world.ada, thread, "Take back my last move")
    assert world.shown(thread)[-1].pinged == (world.ben.id,)
    listed = await inbox(world.ben, world.channel)
    told = f"<@{world.ada.id}> asks to take back a move in Apart · match 1. [Answer](https://"
    assert "Requests for you (1)" in look(listed).text
    assert told in look(listed).text
    assert told in look((await world.ben.slash(world.channel, "help")).response).text
    assert "Requests for you" not in look(await inbox(world.ada, world.channel)).text
    await world.ben.click(thread.last_message, label="Decline")
    assert "Requests for you" not in look(await inbox(world.ben, world.channel)).text
    card = world.shown(thread)[-1]
    assert f"Declined by <@{world.ben.id}>." in card.text
    assert card.buttons == ()


async def test_a_match_is_chosen_from_a_list_where_several_may_be_meant(world: World) -> None:
    await begin(world, world.ada, world.ben, "b2-b4", "b7-b5")
    await begin(world, world.ada, world.chloe)
    typed = {"text": "c2-c4"}
    for command, given, value, told in (
        ("match", {}, "1", "you play **White**"),
        ("replay", {}, "1", "Start · 2 moves in all"),
        ("resign", {}, "1", "resign"),  # not the question which piece moves
        ("move", {}, "2", "Which piece moves?"),
        ("move", typed, "1 c2-c4", "Played. White jumps c2 to c4."),
    ):
        message = (await world.ada.slash(world.channel, command, **given)).response
        assert look(message).text.startswith("Which match?")
        (found,) = lists(message)
        labels = [option["label"] for option in found["options"]]
        assert labels == ["Apart · match 1 against Ben", "Apart · match 2 against Chloe"]
        await world.ada.select(message, [value], custom_id=found["custom_id"])
        assert told in look(message).text
    alone = (await world.chloe.slash(world.channel, "move")).response
    assert "you play **Black**" in look(alone).text  # not her turn: the board
