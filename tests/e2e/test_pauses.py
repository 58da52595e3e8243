"""Pauses, as people see them."""

import pytest

from tests.kit.passing_time import DAY, pass_time
from tests.kit.play import begin
from tests.kit.world import World


async def test_both_agree_on_a_pause_and_it_ends_by_itself(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1d")
    await world.ada.slash(thread, "match pause", days=3)
    await world.settle()
    card = world.shown(thread)[-1]
    assert f"<@{world.ada.id}> asks for a pause of 3 days." in card.text
    assert card.pinged == (world.ben.id,)
    await world.ben.click(world.message(thread, card.id), label="Agree")
    await world.settle()
    board = world.shown(thread)[-1]
    assert f"agreed on a pause, for which <@{world.ada.id}> had asked." in board.text
    assert "The clocks stand still until <t:" in board.text
    assert "; `/match clock` has a button that ends the pause before." in board.text
    assert board.pinged == ()
    await pass_time(world, 3 * DAY - 60)
    assert world.shown(thread)[-1].id == board.id
    await pass_time(world, 120)
    after = world.shown(thread)[-1]
    assert "The pause is over." in after.text
    assert "until <t:" in after.text
    assert after.pinged == (world.ada.id,)
    assert "stand still" not in world.shown(thread)[-2].text
    await pass_time(world, DAY + 15)
    assert "ran out of time" in world.shown(thread)[-1].text


@pytest.mark.parametrize("by_button", [True, False])
async def test_either_ends_it(world: World, by_button: bool) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1d")
    panel = await world.ada.slash(thread, "match clock")
    await world.ada.click(panel.response, label="Ask for a pause of 7 days")
    await world.settle()
    await world.ben.click(thread.last_message, label="Agree")
    await world.settle()
    if by_button:
        panel = await world.ben.slash(thread, "match clock")
        assert "White** " in world.answer(panel).text
        assert ", paused" in world.answer(panel).text
        await world.ben.click(panel.response, label="End the pause")
    else:
        panel = await world.ben.slash(thread, "match resume")
    await world.settle()
    assert world.answer(panel).text == "The pause is over, and time runs again."
    board = world.shown(thread)[-1]
    assert f"<@{world.ben.id}> ended the pause." in board.text
    assert "until <t:" in board.text
