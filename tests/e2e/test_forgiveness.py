"""Letting somebody play on whose time ran out, as people see it."""

from typing import Any

from tests.kit.shown import called
from tests.kit.table import (
    HOUR,
    World,
    begin,
    begin_three,
    in_match,
    pass_time,
    play,
    press,
    ruling,
)


async def test_the_opponent_or_a_manager_lets_a_player_play_on(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1h")
    await pass_time(world, HOUR + 15)
    over = world.shown(thread)[-1]
    assert over.buttons == ("Let them play on", "Rematch", "Replay", "Share")
    question = await world.ben.click(thread.last_message, label="Let them play on")
    await world.ben.click(question.response, label="Keep the result")
    assert "wins on time." in world.answer(question).text
    question = await world.ben.click(question.response, label="Let them play on")
    asked = world.answer(question)
    assert asked.ephemeral
    assert asked.text == (
        f"Let <@{world.ada.id}> play on? It will be their turn again. They have 1 hour for "
        "this move. The result is taken back."
    )
    answered = await world.ben.click(question.response, label="Let them play on")
    assert world.answer(answered or question).text == "Done. The match goes on."
    earlier, board = world.shown(thread)[-2:]
    assert earlier.buttons == ()
    assert (
        f"{called(world.ben)} lets <@{world.ada.id}> play on. They have 1 hour for this move."
        in board.text
    )
    assert "until <t:" in board.text
    assert board.pinged == (world.ada.id,)
    assert (await play(world, world.ada, thread, "b2-b4")).text.startswith("Played.")
    told = world.answer(await in_match(world.ada, thread, "Clocks"))
    assert f"White: may play on, by <@{world.ben.id}> +1h → 1h" in told.text
    await pass_time(world, HOUR + 15)
    form = await ruling(keeper, world.channel, 1, "Let them play on")
    await keeper.submit_modal(form, {"reason": "the power was cut"})
    board = world.shown(thread)[-1]
    manager = f"{called(keeper)}, who manages matches here, lets <@{world.ben.id}> play on"
    assert f"{manager}: `the power was cut` They have 1 hour for this move." in board.text
    assert board.pinged == (world.ben.id,)
    again = await press(world, keeper, thread.last_message, "mg:1:forgive")
    assert world.answer(again).text == "Nobody's time ran out just now."


async def test_of_three_both_others_agree(world: World) -> None:
    thread = await begin_three(world, clock="1h")
    await pass_time(world, HOUR + 15)
    question = await world.ben.click(thread.last_message, label="Let them play on")
    await world.ben.click(question.response, label="Let them play on")
    card = world.shown(thread)[-1]
    asked = f"{called(world.ben)} lets {called(world.ada)} play on after running out of time."
    assert asked in card.text
    assert card.pinged == (world.chloe.id,)
    await world.chloe.click(world.message(thread, card.id), label="Agree")
    board = world.shown(thread)[-1]
    assert f"The opponents let <@{world.ada.id}> play on" in board.text
    assert board.pinged == (world.ada.id,)
    assert "(left)" not in board.text
