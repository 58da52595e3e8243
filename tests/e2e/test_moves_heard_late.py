"""Moves that reached Discord in time count, although nobody can be answered any more."""

from datetime import timedelta

import pytest

from tests.kit.composing import compose, open_composer
from tests.kit.table import World, begin

IN_TIME, HEARD_AFTER = timedelta(seconds=1.5), timedelta(seconds=6)
"""How long before the deadline Discord dates the move, and how much later the bot hears of it."""


@pytest.mark.parametrize("typed", [True, False], ids=["typed", "chosen"])
@pytest.mark.parametrize("before", [IN_TIME, timedelta()], ids=["in time", "too late"])
async def test_a_move_in_time_is_made_and_shown(
    world: World, typed: bool, before: timedelta
) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1m+5s")
    match = await world.match()
    composer = await open_composer(world, world.ada, thread)
    await compose(world.ada, composer, match.position, match.position.parse("b2-b4"))
    assert match.match.deadline is not None
    await world.env.advance_time((match.match.deadline - before - world.env.now()).total_seconds())
    world.ahead = HEARD_AFTER if before else timedelta()
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    if typed:
        await world.ada.slash(thread, "move", text="b2-b4")
    else:
        await world.ada.click(composer, label="Play this move")
    await world.settle()
    world.env._errors.clear()  # Discord's 404, which was ours
    match = await world.match()
    assert [str(made.move) for made in match.moves] == (["b2-b4"] if before else [])
    if before:
        _, board = world.shown(thread)
        assert "White jumps b2 to b4" in board.text
        assert board.pinged == (world.ben.id,)
