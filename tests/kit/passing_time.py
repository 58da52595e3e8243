"""Letting simulated days pass, also on a busy machine."""

from __future__ import annotations

from tests.kit.world import World

DAY = 86_400
STEP = DAY / 4
"""The bot looks around every few minutes, and all of that has to be done before a limit of time."""


async def pass_time(world: World, seconds: float) -> None:
    """Let so many simulated seconds pass for everybody."""
    while seconds > 0:
        await world.env.advance_time(min(seconds, STEP))
        seconds -= STEP
