"""Bots start no more sessions than Discord allows, and on one server by turns."""

import asyncio
import os
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.app import sessions
from bot.app.client import Quintet
from bot.app.running import run_bot
from bot.app.sessions import ConnectingError, Turns
from bot.app.settings import Settings
from data import server_locks
from data.errors import OpeningError
from data.operating import Condition, condition_of, sole_identify, sole_shards
from data.shards import ALL, Shards
from tests.kit.databases import needs_postgresql, sqlite_url, written
from tests.kit.logs import captured
from tests.kit.remote import Remote, until

TOKEN = "a.token.of.three"
SHORT = 0.5


@needs_postgresql
@pytest.mark.parametrize(("at_once", "spacing"), [(1, 1.0), (2, 3600.0)])
async def test_shards_of_one_bucket_identify_by_turns(
    remote: Remote,
    server_url: URL,
    monkeypatch: pytest.MonkeyPatch,
    at_once: int,
    spacing: float,
) -> None:
    monkeypatch.setattr(sessions, "SPACING", spacing)
    remote.discord.starts["max_concurrency"] = at_once
    async with AsyncExitStack() as stack:
        for number in range(2):
            given = Settings(TOKEN, written(server_url), shards=Shards(number, number, 2))
            client = await stack.enter_async_context(Quintet(given))
            stack.callback(asyncio.create_task(client.start(TOKEN)).cancel)
        await until(lambda: len(remote.discord.gateway.identified) == 2)
    (_, first), (_, second) = remote.discord.gateway.identified
    assert at_once == 2 or second - first >= timedelta(seconds=spacing / 2)  # one may be slower


@needs_postgresql
async def test_a_turn_is_not_waited_for_so_long_that_the_connection_is_lost(
    server_url: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "PATIENCE", 0.1)
    turns = Turns(written(server_url), ALL)
    async with sole_identify(written(server_url), ALL, 0, SHORT):
        with pytest.raises(TimeoutError):
            await turns.take(0)
    await turns.take(0)
    await turns.close()
    await turns.take(0)  # who ends leaves its turn to others
    await turns.close()


@needs_postgresql
async def test_a_database_that_does_not_answer_keeps_no_shard_from_identifying(
    server_url: URL,
) -> None:
    async with Quintet(Settings(TOKEN, written(server_url.set(port=1)))) as client:
        with captured() as told:
            await client.before_identify_hook(0, initial=True)
    assert [each["event"] for each in told] == ["identifying without others"]


async def test_a_start_that_discord_would_punish_is_refused(remote: Remote, tmp_path: Path) -> None:
    remote.discord.starts.update(remaining=0, reset_after=3_600_000)
    with pytest.raises(ConnectingError, match=r"0 of 1000 remain .* needs 1\.") as told:
        await run_bot(Settings(TOKEN, sqlite_url(tmp_path / "quintet.db")))
    assert told.value.exit_code == os.EX_TEMPFAIL
    assert remote.discord.gateway.identified == []


@needs_postgresql
async def test_a_bot_whose_shards_another_one_has_changes_nothing(
    server_url: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_locks, "TIMEOUT", 0.5)
    url = written(server_url)
    async with sole_shards(url, ALL):
        with pytest.raises(OpeningError, match="has these shards already"):
            await run_bot(Settings(TOKEN, url))
    assert await condition_of(url) is Condition.EMPTY


@needs_postgresql
async def test_a_server_that_lets_nobody_in_is_told_in_a_sentence(server_url: URL) -> None:
    for wrong in (server_url.set(database="nowhere"), server_url.set(port=1)):
        with pytest.raises(OpeningError, match=r"has no database|No PostgreSQL server answers"):
            await run_bot(Settings(TOKEN, written(wrong)))
