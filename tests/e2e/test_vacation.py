"""Vacations, as people see them."""

import re

from tests.kit.shown import called
from tests.kit.table import DAY, World, begin, in_match, pass_time, play_all, press


async def test_opponents_see_until_when_somebody_is_away(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="2d")
    told = world.answer(await world.ada.slash(world.channel, "vacation", days=1))
    assert told.ephemeral
    stands = (
        r"Have a good time! Your vacation lasts until <t:\d+:f>. "
        "Your clock is paused in 1 match. "
    )
    assert re.match(stands, told.text)
    assert "29 days left of 30 in" in told.text
    assert told.buttons == ("End my vacation",)
    news = world.shown(thread)[-1]
    assert f"{called(world.ada)} goes on vacation. Their clocks are paused until <t:" in news.text
    assert news.pinged == ()
    clocks = world.answer(await in_match(world.ben, thread, "Clocks"))
    assert re.search(rf"<@{world.ada.id}>: .*, on vacation until <t:\d+:f>", clocks.text)
    assert "White: vacation begins" in clocks.text
    await play_all(world, thread, (world.ada, world.ben), ("b2-b4", "b7-b5"))
    board = world.shown(thread)[-1]
    away = f"-# <@{world.ada.id}> is on vacation until <t:"
    assert away in board.text
    assert board.text.count("until <t:") == 1
    assert board.pinged == (world.ada.id,)
    await world.restart()
    await pass_time(world, DAY + 15)
    back = world.shown(thread)[-1]
    assert (
        f"{called(world.ada)} is back from vacation. {called(world.ada)} has time until"
        in back.text
    )


async def test_from_the_clocks_and_back_again(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="2d")
    panel = await in_match(world.ada, thread, "Clocks")
    await world.ada.click(panel.response, label="Vacation")
    assert "You are not on vacation." in world.answer(panel).text
    assert world.answer(panel).buttons == ("3 days", "7 days", "14 days")
    await world.ada.click(panel.response, label="14 days")
    assert "16 days left of 30 in" in world.answer(panel).text
    for who, named in ((world.ada, "you"), (world.ben, f"<@{world.ada.id}>")):
        listed = world.answer(await who.slash(world.channel, "matches"))
        assert re.search(rf" · {named} on vacation until <t:\d+:f>", listed.text)
    await pass_time(world, 60)
    await world.ada.click(panel.response, label="End my vacation")
    back = "Welcome back! Your clock is running again in 1 match; `/matches` shows it."
    assert world.answer(panel).text.startswith(back)
    assert "29 days left" in world.answer(panel).text
    await world.ada.click(panel.response, label="All matches")
    assert "Apart" in world.answer(panel).text
    again = world.answer(await press(world, world.ada, thread.last_message, "j:end:0"))
    assert again.text == "You are not on vacation. `/vacation` begins one."
    await begin(world, world.ada, world.chloe, clock="1h")
    near = world.answer(await world.ada.slash(world.channel, "vacation", days=3))
    assert re.fullmatch(
        r"Your time in Apart · match 2 ends too soon: you have until <t:\d+:f> \(<t:\d+:R>\)\. "
        r"Move there first, then go on vacation\.",
        near.text,
    )
