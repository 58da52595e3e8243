"""Discord's time, from the ids that it creates."""

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import discord


class DiscordClock:
    """A lower bound of Discord's time: that of its newest known id, plus the time since then.

    It does not depend on this machine's clock.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        """``seconds`` is a monotonic clock."""
        self._seconds = seconds
        self._heard = discord.utils.snowflake_time(0)
        self._heard_at = seconds()

    def now(self) -> datetime:
        """A lower bound of Discord's current time."""
        return self._heard + timedelta(seconds=self._seconds() - self._heard_at)

    def hear(self, number: int) -> None:
        """Learn from an id that Discord has created."""
        told = discord.utils.snowflake_time(number)
        if told > self.now():
            self._heard, self._heard_at = told, self._seconds()

    def look(self, client: discord.Client) -> None:
        """Learn from the ids that the client has received."""
        self.hear(max(_numbers(client)))


def _numbers(client: discord.Client) -> Iterator[int]:
    yield 0
    if client.user is not None:
        yield client.user.id
    for server in client.guilds:
        channels: list[discord.TextChannel | discord.Thread] = [*server.text_channels]
        for channel in (*channels, *server.threads):
            yield channel.last_message_id or channel.id
