"""What Discord answers, as delivery understands it."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import aiohttp
import discord
import pytest

from bot.chat.messenger.messenger import DiscordMessenger
from bot.services.delivery.messenger import CannotPost, ChannelGone, TryLater
from tests.kit.views import match_view


class FailingClient:
    """A client that knows no channel, and whose requests fail as told."""

    user = None

    def __init__(self, error: Exception) -> None:
        self._error = error

    def get_channel(self, _: int) -> None:
        return None

    async def fetch_channel(self, _: int) -> None:
        raise self._error


def answer(status: int, code: int = 0) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="no", headers={})
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    if status >= 500:
        kind = discord.DiscordServerError
    return kind(response, {"code": code, "message": "no"})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "becomes"),
    [
        (answer(404, 10003), ChannelGone),
        (answer(403, 50001), CannotPost),
        (answer(400, 50035), CannotPost),
        (answer(429), TryLater),
        (answer(502), TryLater),
        (aiohttp.ClientConnectionError(), TryLater),
        (OSError("unreachable"), TryLater),
        (discord.RateLimited(7.0), TryLater),
    ],
)
async def test_every_failure_is_understood(error: Exception, becomes: type[Exception]) -> None:
    messenger = DiscordMessenger(FailingClient(error))  # type: ignore[arg-type]
    with pytest.raises(becomes) as raised:
        await messenger.find_posted(700, match_view())
    if isinstance(error, discord.RateLimited):
        assert raised.value.retry_after == timedelta(seconds=7)  # type: ignore[attr-defined]


async def test_a_channel_of_another_kind_takes_no_boards() -> None:
    client = SimpleNamespace(get_channel=lambda _: object(), user=None)
    messenger = DiscordMessenger(client)  # type: ignore[arg-type]
    with pytest.raises(CannotPost):
        await messenger.open_thread(match_view())
