"""The bot starts though its database is held, and is stopped in order: all answers are given."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from bot.app.client import Quintet
from data.operating import back_up
from tests.faults.starting import begun, ready, said, started
from tests.kit.by_day import at_night
from tests.kit.databases import lay_out, opened, sqlite_url
from tests.kit.further_step import further_step
from tests.kit.held import holding, impatient
from tests.kit.log_watch import WATCH
from tests.kit.logs import captured
from tests.kit.loopback import Fault, Loopback
from tests.kit.remote import Remote, running, until

pytestmark = pytest.mark.slow

MANY = 10


class Slow(Loopback):
    """A Discord that leaves one question of a bot that starts without an answer."""

    def __init__(self, unanswered: str) -> None:
        super().__init__()
        self.unanswered = unanswered
        self.asked, self.over = asyncio.Event(), asyncio.Event()

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if request.method == "GET" and request.path.endswith(self.unanswered):
            self.asked.set()
            await self.over.wait()
        return await super().answer(request)


async def ended(process: asyncio.subprocess.Process) -> str:
    """What the process logged, once it has ended as it should."""
    told = await said(process)
    assert process.returncode == 0, told
    assert "Traceback" not in told
    assert "[error" not in told
    assert "stopped" in told
    return told


@pytest.mark.night
@pytest.mark.parametrize(
    ("status", "code", "sentence"),
    [
        (400, os.EX_TEMPFAIL, "Discord is in trouble (it answered 400). Try again."),
        (401, os.EX_NOPERM, "Discord does not accept the token. Reset it and copy it again."),
    ],
)
async def test_what_keeps_it_from_starting_is_told_in_a_sentence(
    remote: Remote, tmp_path: Path, status: int, code: int, sentence: str
) -> None:
    remote.discord.faults.append(Fault("GET", "/users/@me", status))
    process = await begun(remote, tmp_path)
    told = await said(process)
    assert process.returncode == code
    assert sentence in told
    assert "Traceback" not in told


@pytest.mark.waits
@pytest.mark.parametrize("sent", [signal.SIGTERM, at_night(signal.SIGINT)])
async def test_whoever_was_promised_an_answer_gets_it(remote, tmp_path, sent) -> None:
    async with started(remote, tmp_path) as process:
        asked = [
            *(remote.ada.slash(remote.channel_id, "rules", game="apart") for _ in range(MANY)),
            *(remote.ben.slash(remote.channel_id, "help") for _ in range(MANY)),
            *(remote.ada.slash(remote.channel_id, "challenge", game="apart") for _ in range(MANY)),
        ]
        await until(lambda: any(record.responded for record in asked))
        process.send_signal(sent)
        await ended(process)
    assert [record for record in asked if record.loading] == []


@pytest.mark.night
@pytest.mark.parametrize("unanswered", ["/users/@me", "/commands", "/gateway/bot"])
async def test_a_bot_that_is_still_starting_stops_too(tmp_path: Path, unanswered: str) -> None:
    discord = Slow(unanswered)
    async with discord.serving():
        process = await begun(Remote(discord), tmp_path)
        await discord.asked.wait()
        process.send_signal(signal.SIGTERM)
        await ended(process)
        discord.over.set()


@pytest.mark.night
async def test_a_bot_stops_in_order_once_another_version_has_migrated_its_database(
    remote: Remote, tmp_path: Path, empty_url: str
) -> None:
    async with started(remote, tmp_path, empty_url) as process:
        with further_step(tmp_path / "newer"):
            async with opened(empty_url, beside_a_bot=True):
                pass
        told = await said(process)
    assert process.returncode == os.EX_UNAVAILABLE, told
    *before, last = told.splitlines()
    assert "was written by another version of this bot" in last
    assert "stopped" in before[-1]
    assert "Traceback" not in told


async def test_a_bot_that_gets_ready_while_it_stops_begins_nothing(
    remote: Remote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(remote, sqlite_url(tmp_path / "quintet.db")):
        client, stopped = remote.client, asyncio.Event()
        monkeypatch.setattr(client, "_heard", stopped.wait)
        getting_ready = asyncio.create_task(client.on_ready())
        await asyncio.sleep(0)
        await client.stop()
        stopped.set()
        with captured() as told:
            await getting_ready
    assert told == []


@pytest.mark.night
async def test_the_program_starts_once_the_database_is_free(remote: Remote, tmp_path: Path) -> None:
    path = tmp_path / "quintet.db"
    await lay_out(path)
    with holding(path):
        process = await begun(remote, tmp_path)
        assert process.stderr is not None
        async for line in process.stderr:
            WATCH.write(line.decode())
            if b"waiting for the database" in line:
                break
        assert process.returncode is None
    try:
        await ready(remote)
    finally:
        process.kill()
        await said(process)


@pytest.mark.slow
async def test_what_it_begins_goes_on_though_the_database_was_held(
    remote: Remote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "quintet.db"
    await lay_out(path)
    impatient(monkeypatch)
    begin: Any = Quintet.on_ready
    held = asyncio.Event()

    async def begin_while_held(client: Quintet) -> None:
        with holding(path):
            await begin(client)
            held.set()

    monkeypatch.setattr(Quintet, "on_ready", begin_while_held)
    async with running(remote, sqlite_url(path)):
        await held.wait()  # who asks for something meanwhile is told that it cannot be
        thread_id = await remote.begin()
        remote.move(remote.ada, thread_id, "b2-b4")
        await remote.boards(thread_id, 2)


async def test_after_a_backup_was_restored_the_next_board_is_shown(remote, tmp_path) -> None:
    path, copy = tmp_path / "quintet.db", tmp_path / "copy.db"
    await lay_out(path)
    async with running(remote, sqlite_url(path)):
        thread_id = await remote.begin()
        await back_up(sqlite_url(path), copy)
        remote.move(remote.ada, thread_id, "b2-b4")
        await remote.boards(thread_id, 2)
    for left in path.parent.glob("quintet.db*"):
        left.unlink()
    copy.rename(path)
    async with running(remote, sqlite_url(path)):
        remote.move(remote.ada, thread_id, "c2-c4")
        boards = await remote.boards(thread_id, 3)
        assert "White jumps c2 to c4" in boards[-1].text
