"""What Discord answers, as delivery understands it."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.app.faces import face_of
from bot.chat.common.names import Names
from bot.chat.messenger.messenger import DiscordMessenger
from bot.services.delivery import CannotPost, ChannelGone, TryLater
from tests.kit.views import NOW, match_state


class FailingClient:
    """A client that knows no channel, and whose requests fail as told."""

    user = None

    def __init__(self, error: Exception) -> None:
        self._error = error

    def get_channel(self, _: int) -> None:
        return None

    async def fetch_channel(self, _: int) -> None:
        raise self._error


def messenger_of(client: Any) -> DiscordMessenger:
    return DiscordMessenger(client, Names(client), face_of)


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
    messenger = messenger_of(FailingClient(error))
    with pytest.raises(becomes) as raised:
        await messenger.find_board(700, match_state(), NOW)
    if isinstance(error, discord.RateLimited):
        assert raised.value.retry_after == timedelta(seconds=7)  # type: ignore[attr-defined]


async def test_a_channel_of_another_kind_takes_no_boards() -> None:
    client = SimpleNamespace(get_channel=lambda _: object(), user=None)
    messenger = messenger_of(client)
    with pytest.raises(CannotPost):
        await messenger.open_thread(match_state())
