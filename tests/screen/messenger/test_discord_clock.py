"""The time at Discord, as far as it can be told from its numbers."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from discord.utils import time_snowflake

from bot.screen.messenger.servers import DiscordClock

NOON = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class Seconds:
    """Passing, as a test lets them."""

    def __init__(self) -> None:
        self.passed = 1000.0

    def __call__(self) -> float:
        return self.passed


def test_it_goes_on_from_what_was_heard_last_and_what_comes_late_sets_it_back_by_nothing() -> None:
    seconds = Seconds()
    clock = DiscordClock(seconds)
    assert clock.now().year == 2015  # before anything that Discord has numbered
    clock.hear(time_snowflake(NOON))
    seconds.passed += 120
    assert clock.now() == NOON + 2 * MINUTE
    for heard, then in ((1, 2), (3, 3)):
        clock.hear(time_snowflake(NOON + heard * MINUTE))
        assert clock.now() == NOON + then * MINUTE


def channel(made: datetime, spoken: datetime | None = None) -> Any:
    last = None if spoken is None else time_snowflake(spoken)
    return SimpleNamespace(id=time_snowflake(made), last_message_id=last)


def test_it_is_told_when_the_client_connects() -> None:
    server = SimpleNamespace(
        text_channels=[channel(NOON), channel(NOON - MINUTE, NOON + MINUTE)],
        threads=[channel(NOON, NOON + 2 * MINUTE)],
    )
    client: Any = SimpleNamespace(
        user=SimpleNamespace(id=time_snowflake(NOON - MINUTE)), guilds=[server]
    )
    clock = DiscordClock(Seconds())
    clock.look(client)
    assert clock.now() == NOON + 2 * MINUTE
    alone: Any = SimpleNamespace(user=client.user, guilds=[])
    clock = DiscordClock(Seconds())
    clock.look(alone)
    assert clock.now() == NOON - MINUTE
