"""Moves that reached Discord in time count, although nobody can be answered any more."""

from __future__ import annotations

from tests.kit.play import begin
from tests.kit.world import World


async def test_a_move_is_made_though_its_acknowledgement_is_refused(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="1m+5s")
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await world.ada.slash(thread, "move", text="b2-b4")
    await world.settle()
    assert len(world.shown(thread)) == 2
    assert world.shown(thread)[-1].pinged == (world.ben.id,)
    world.env._errors.clear()  # Discord's 404, which was ours
