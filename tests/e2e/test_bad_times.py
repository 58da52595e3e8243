"""Clocks as people type them: understood, or told what can be written instead."""

from tests.kit.play import offer
from tests.kit.world import World


async def test_clocks(world: World) -> None:
    for typed, said in (
        ("3 days", "3 days for every move"),
        ("90m", "1 hour and 30 minutes for every move"),
        ("1w", "7 days for every move"),
    ):
        await offer(world, world.ada, clock=typed)
        assert said in world.shown(world.channel)[-1].text, typed
    before = len(world.shown(world.channel))
    for typed, instead in (
        ("-1d", "`1d`"),
        ("3d+5d/1d", "`3d+5d/5d`"),
        ("99999d", "`30d`"),
        ("\N{ALARM CLOCK}", "`3d`"),
        ("3d+1d/5d/9d", "`3d`"),
    ):
        told = world.answer((await offer(world, world.ada, clock=typed)).answered)
        assert told.ephemeral
        assert instead in told.text, (typed, told.text)
    assert len(world.shown(world.channel)) == before
