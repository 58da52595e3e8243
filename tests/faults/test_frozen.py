"""A frozen wire, a locked file, a hung picture: people hear of it, and the bot can be stopped."""

import asyncio
import signal
import time
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.screen.interaction.interaction import IN_DOUBT
from data import postgresql
from data.operating import open_database
from tests.faults.starting import said, started
from tests.kit.databases import needs_postgresql, written
from tests.kit.held import holding
from tests.kit.proxy import Cable, cable_to
from tests.kit.remote import Remote, running
from tests.kit.shown import posted
from tests.kit.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.waits]

HEARD, STOPPED, SHORT = 20.0, 15.0, 0.5
"""Seconds in which people hear that the records cannot be reached, and in which the bot ends."""
MANY = 20


@needs_postgresql
async def test_who_moves_while_the_wire_is_frozen_hears_of_it_and_plays_on(
    remote: Remote, server_url: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "TIMEOUT", SHORT)
    monkeypatch.setattr(postgresql, "POOL_TIMEOUT", SHORT)
    async with cable_to(server_url) as (cable, url), running(remote, url):
        thread_id = await remote.begin()
        cable.freeze()
        moved = time.monotonic()
        record = remote.move(remote.ada, thread_id, "b2-b4")
        answer = await remote.told(record)
        assert time.monotonic() - moved < HEARD
        assert "database" in answer
        cable.thaw()
        thawed = time.monotonic()
        again = await remote.told(remote.move(remote.ada, thread_id, "b2-b4"))
        assert again.startswith("Played.")
        assert time.monotonic() - thawed < HEARD
        assert len(await remote.boards(thread_id, 2)) == 2
        remote.move(remote.ben, thread_id, "b7-b5")
        assert len(await remote.boards(thread_id, 3)) == 3
        assert len([each for each in posted(remote.backend, thread_id) if each.alt]) == 3


@needs_postgresql
@pytest.mark.night
@pytest.mark.parametrize("carried", [False, True])
async def test_a_wire_that_freezes_at_the_commit_doubles_no_move_and_holds_up_no_other_bot(
    remote: Remote, server_url: URL, monkeypatch: pytest.MonkeyPatch, *, carried: bool
) -> None:
    monkeypatch.setitem(postgresql.SERVER_TIMEOUTS, "idle_in_transaction_session_timeout", "1000")
    async with cable_to(server_url) as (cable, url), running(remote, url):
        thread_id = await remote.begin()
        cable.freeze_at(b"b2-b4", b"COMMIT", carried=carried)
        moved = time.monotonic()
        answer = await remote.told(remote.move(remote.ada, thread_id, "b2-b4"))
        assert answer.startswith(str(IN_DOUBT))
        assert time.monotonic() - moved < HEARD
        assert await moves_seen_by_another(server_url) == int(carried)
        cable.thaw()
        again = await remote.told(remote.move(remote.ada, thread_id, "b2-b4"))
        assert again.startswith("Played.") != carried
        assert len(await remote.boards(thread_id, 2)) == 2
        remote.move(remote.ben, thread_id, "b7-b5")
        assert len(await remote.boards(thread_id, 3)) == 3


async def moves_seen_by_another(url: URL) -> int:
    """How many moves there are, for a program that can lock the match's row at once."""
    query = "SELECT (SELECT count(*) FROM entries) FROM matches FOR UPDATE NOWAIT"
    another = await open_database(written(url), timed=True)
    try:
        found = await another.write(lambda c: c.exec_driver_sql(query).scalar_one())
    finally:
        await another.close()
    return int(found)


async def ends(process: asyncio.subprocess.Process, *, forced: bool = False) -> str:
    """What it logs, once SIGTERM has ended it in time, in order or ``forced``."""
    process.send_signal(signal.SIGTERM)
    signalled = time.monotonic()
    async with asyncio.timeout(2 * STOPPED):
        logged = await said(process)
    assert time.monotonic() - signalled < STOPPED
    assert "stopping" in logged
    assert "Traceback" not in logged
    assert (process.returncode == 1) == ("stopping took too long" in logged) == forced, logged
    assert forced or (process.returncode == 0 and "stopped" in logged), logged
    return logged


def ask_much(remote: Remote) -> None:
    """Let many be answered while it stops."""
    for _ in range(MANY):
        remote.ada.slash(remote.channel_id, "challenge", game="apart")
        remote.ben.slash(remote.channel_id, "matches")


@needs_postgresql
@pytest.mark.night
async def test_it_stops_while_the_wire_to_the_database_is_frozen(
    remote: Remote, server_url: URL, tmp_path: Path
) -> None:
    async with cable_to(server_url) as (cable, url), started(remote, tmp_path, url) as process:
        cable.freeze()
        ask_much(remote)
        await asyncio.sleep(1)
        await ends(process)


@pytest.mark.night
async def test_it_stops_while_the_file_is_locked(remote: Remote, tmp_path: Path) -> None:
    async with started(remote, tmp_path) as process:
        with holding(tmp_path / "quintet.db"):
            ask_much(remote)
            await asyncio.sleep(1)
            await ends(process, forced=True)  # who waits for the file does so for five seconds


@pytest.mark.night
@pytest.mark.parametrize("asking", [True, False])
async def test_it_stops_while_discord_answers_nothing(remote, tmp_path, asking: bool) -> None:
    address = remote.discord.address
    cable = Cable(address.host or "", address.port or 0)
    await cable.mend()
    remote.discord.address = address.with_port(cable.port)
    try:
        async with started(remote, tmp_path) as process:
            if asking:
                ask_much(remote)
            cable.freeze()
            await ends(process)
    finally:
        cable.thaw()
        await cable.cut()


@pytest.mark.night
async def test_it_stops_while_pictures_hang(remote: Remote, tmp_path: Path) -> None:
    async with started(remote, tmp_path, hanging="picture") as process:
        remote.ada.slash(remote.channel_id, "challenge", game="apart", first_move="first")
        (card,) = await until(lambda: posted(remote.backend, remote.channel_id))
        remote.ben.press(remote.channel_id, card.id, "c:1:accept")
        await asyncio.sleep(2)
        there = [
            each for where in remote.backend.messages for each in posted(remote.backend, where)
        ]
        assert [each for each in there if each.pictures] == []
        logged = await ends(process, forced=True)
        assert "work=pictures" in logged


@pytest.mark.night
async def test_it_stops_while_engines_hang(remote: Remote, tmp_path: Path) -> None:
    async with started(remote, tmp_path, hanging="engine") as process:
        remote.ada.slash(remote.channel_id, "play", game="apart")
        await asyncio.sleep(2)
        await ends(process)
