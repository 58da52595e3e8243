"""Friends on a local Discord, the bot that runs for them, and a PostgreSQL database of a test."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.core import delivery
from tests.kit.databases import empty_url, lay_out, server_url, sqlite_url
from tests.kit.loopback import Loopback
from tests.kit.remote import Remote, running

__all__ = ["empty_url", "server_url"]


@pytest.fixture
async def remote() -> AsyncIterator[Remote]:
    """Friends on a local Discord, without a bot yet."""
    discord = Loopback()
    async with discord.serving():
        yield Remote(discord)


@pytest.fixture
async def bot(
    remote: Remote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    """The bot, running for them, which soon tries again what could not be delivered."""
    monkeypatch.setattr(delivery, "FIRST_DELAY", timedelta(milliseconds=50))
    await lay_out(tmp_path / "quintet.db")
    async with running(remote, sqlite_url(tmp_path / "quintet.db")):
        yield
