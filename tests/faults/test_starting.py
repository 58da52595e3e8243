"""The bot starts while another program holds the database, or with a backup: all is as ever."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.app.client import Quintet
from data.operating import back_up
from tests.faults.starting import begun, ready, said
from tests.kit.databases import lay_out, sqlite_url
from tests.kit.held import holding, impatient
from tests.kit.log_watch import WATCH
from tests.kit.remote import Remote, running


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
