"""Matches without a clock in which nobody moves, as people see them."""

import pytest

from tests.kit.reminding import reminders
from tests.kit.shown import called
from tests.kit.table import DAY, World, begin, in_match, look, pass_time, play, press


async def test_a_nudge_comes_after_two_weeks_and_goes_with_the_move(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    assert "Nudge" not in world.answer(await in_match(world.ben, thread)).buttons
    early = world.answer(await press(world, world.ben, thread.last_message, "m:1:0:nudge"))
    assert early.text.startswith("Give them a little more time: you can nudge <t:")
    own = world.answer(await press(world, world.ada, thread.last_message, "m:1:0:nudge"))
    assert own.text == "It is your own turn, so there is nobody to nudge."
    timed = await begin(world, world.ada, world.ben, clock="30d")
    needless = world.answer(await press(world, world.ben, timed.last_message, "m:2:0:nudge"))
    assert needless.text.startswith("This match has a clock")
    await pass_time(world, 14 * DAY + 60)
    menu = await in_match(world.ben, thread)
    assert "Nudge" in world.answer(menu).buttons
    await world.ben.click(menu.response, label="Nudge")
    reminded = f"I reminded <@{world.ada.id}> that Apart · match 1 is waiting."
    assert look(menu.response).text.startswith(reminded)
    (nudge,) = reminders(world, thread)
    assert nudge.pinged == (world.ada.id,)
    assert nudge.text == (
        f"<@{world.ada.id}>, **Apart · match 1** waits for your move. "
        f"{called(world.ben)} would like to go on."
    )
    await play(world, world.ada, thread, "b2-b4")
    assert reminders(world, thread) == []


@pytest.mark.night
async def test_a_match_is_called_off_when_two_nudges_have_woken_nobody(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4", "b7-b5")
    early = await press(world, world.ben, thread.last_message, "m:1:2:aborted")
    assert "nudge 2 times" in world.answer(early).text
    for _ in range(2):
        await pass_time(world, 31 * DAY)
        await in_match(world.ben, thread, "Nudge")
    menu = (await in_match(world.ben, thread)).response
    await world.ben.click(menu, label="Cancel the match")
    await world.ben.click(menu, label="Cancel the match")
    last = world.shown(thread)[-1]
    assert f"{called(world.ben)} cancelled the match because nobody was moving." in last.text
    assert "**It has no result.**" in last.text
    assert reminders(world, thread) == []


@pytest.mark.night
async def test_a_forgotten_match_ends_by_itself_after_a_notice(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await pass_time(world, 120 * DAY + 60)
    (notice,) = reminders(world, thread)
    assert set(notice.pinged) == {world.ada.id, world.ben.id}
    assert "nobody has moved in **Apart · match 1** for four months." in notice.text
    assert "If nobody moves, I cancel it <t:" in notice.text
    await pass_time(world, 7 * DAY)
    last = world.shown(thread)[-1]
    assert "The match was cancelled because nobody had moved for four months." in last.text
    assert last.pinged == ()
    assert reminders(world, thread) == []
