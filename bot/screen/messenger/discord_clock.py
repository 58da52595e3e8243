"""What time it is at Discord, which numbers everything by its own clock."""

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import discord


class DiscordClock:
    """The time of the newest thing that was heard of, and what has passed since then.

    That is never later than the time at Discord, and does not care how this machine's clock is set.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        """``seconds`` count what passes, from wherever."""
        self._seconds = seconds
        self._heard = discord.utils.snowflake_time(0)
        self._heard_at = seconds()

    def now(self) -> datetime:
        """A time that is past at Discord."""
        return self._heard + timedelta(seconds=self._seconds() - self._heard_at)

    def hear(self, number: int) -> None:
        """Learn that Discord has given this number to something."""
        told = discord.utils.snowflake_time(number)
        if told > self.now():
            self._heard, self._heard_at = told, self._seconds()

    def look(self, client: discord.Client) -> None:
        """Learn from what the client has been told of when it connected."""
        self.hear(max(_numbers(client)))


def _numbers(client: discord.Client) -> Iterator[int]:
    yield 0
    if client.user is not None:
        yield client.user.id
    for server in client.guilds:
        channels: list[discord.TextChannel | discord.Thread] = [*server.text_channels]
        for channel in (*channels, *server.threads):
            yield channel.last_message_id or channel.id
