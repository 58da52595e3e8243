"""Letting simulated days pass."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from unittest.mock import patch

from bot.core import timers, waking
from tests.kit.world import World

HOUR, DAY = 3_600, 86_400
STEP = DAY / 4
"""So much at once is done within the limits of time of a busy machine."""


async def pass_time(world: World, seconds: float) -> None:
    with sound_sleep():
        while seconds > 0:
            await world.env.advance_time(min(seconds, STEP))
            seconds -= STEP


@contextmanager
def sound_sleep() -> Iterator[None]:
    """Whoever has nothing to do sleeps until something is due or there is news.

    In life they look around every few minutes in case something went wrong, and every few seconds
    while timeouts are held back, which would be done hundreds of times in a simulated day.
    """
    with (
        patch.object(waking, "LONGEST_SLEEP", timedelta(days=1)),
        patch.object(timers, "HELD_RECHECK", timedelta(minutes=30)),
    ):
        yield
