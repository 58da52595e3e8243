"""Bots start as many sessions as Discord allows, by turns; one that is cut loses nobody time."""

import asyncio
import os
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from simcord import _clock
from sqlalchemy import URL

from bot.app import sessions
from bot.app.client import Quintet
from bot.app.discordpy import silent_shards
from bot.app.running import run_bot
from bot.app.sessions import ConnectingError, Turns
from bot.app.settings import Settings
from bot.core.matches import MatchService
from bot.features.timekeeping import Presence
from data import server_locks
from data.errors import OpeningError
from data.ids import MatchId
from data.operating import Condition, condition_of, sole_identify, sole_shards
from data.shards import ALL, Shards
from tests.kit.databases import needs_postgresql, sqlite_url, written
from tests.kit.logs import captured
from tests.kit.loopback import Fault
from tests.kit.outages import read_outages
from tests.kit.remote import Remote, open_remote, until

TOKEN = "a.token.of.three"
SHORT = 0.5


@needs_postgresql
@pytest.mark.parametrize(("at_once", "spacing"), [(1, 1.0), (2, 3600.0)])
async def test_shards_of_one_bucket_identify_by_turns(
    remote: Remote, server_url: URL, monkeypatch: pytest.MonkeyPatch, at_once: int, spacing: float
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


CLOCK = "12s"
LEFT = timedelta(seconds=1.5)
"""How long before the deadline the move reaches Discord."""


class Clock(_clock.Clock):
    """The time as it passes, for Discord too."""

    def now(self) -> datetime:
        return datetime.now(UTC)


async def in_the_third_turn(remote: Remote) -> int:
    """A match in whose third turn, which has no time extra, Ada is to move; its thread."""
    thread_id = await remote.begin(clock=CLOCK)
    for who, move, boards in ((remote.ada, "b2-b4", 2), (remote.ben, "b7-b5", 3)):
        remote.move(who, thread_id, move)
        await remote.boards(thread_id, boards)
    return thread_id


@pytest.mark.night
async def test_a_move_in_time_is_made_once_it_is_heard(tmp_path: Path) -> None:
    clock = Clock()
    async with open_remote(tmp_path / "quintet.db", clock) as remote:
        gateway = remote.discord.gateway
        thread_id = await in_the_third_turn(remote)
        deadline = (await remote.client.services[MatchService].state(MatchId(1))).match.deadline
        await asyncio.sleep((deadline - LEFT - clock.now()).total_seconds())
        gateway.flowing.clear()
        await gateway.cut()
        remote.discord.faults.append(Fault("POST", "/callback", 404))  # it is too late to answer
        remote.move(remote.ada, thread_id, "c2-c4")
        assert clock.now() < deadline
        await asyncio.sleep(14)
        gateway.flowing.set()
        boards = await remote.boards(thread_id, 4)
        assert gateway.sessions[0].resumed == 1
        assert "White jumps c2 to c4" in boards[-1].text
        assert boards[-1].pinged == (remote.ben.id,)
        assert (await remote.client.services[MatchService].state(MatchId(1))).is_running


@pytest.mark.night
async def test_a_connection_that_looks_alive_is_found_dead(tmp_path: Path) -> None:
    async with open_remote(tmp_path / "quintet.db", Clock()) as remote:
        presence, flowing = remote.client.services[Presence], remote.discord.gateway.flowing
        await presence.beat()
        assert await silent_shards(remote.client) == frozenset()
        flowing.clear()
        before = remote.client.now()
        assert await silent_shards(remote.client) == frozenset({0})
        await presence.beat()
        flowing.set()
        await presence.beat()
        ((began, ended),) = await remote.client.services.database.read(read_outages)
        assert began <= before
        assert ended - before > timedelta(seconds=5)
