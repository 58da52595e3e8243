"""Faults on the wire, under discord.py as it is published: every board comes, and comes once."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.services.delivery import worker as delivery
from tests.kit.loopback import Fault
from tests.kit.remote import Remote, open_remote
from tests.kit.shown import Shown, look, posted
from tests.kit.waiting import until

BOARD = "/messages"


@pytest.fixture
async def remote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Remote]:
    monkeypatch.setattr(delivery, "FIRST_PAUSE", timedelta(milliseconds=50))
    async with open_remote(tmp_path / "quintet.db") as opened:
        yield opened


async def play_on(remote: Remote, thread_id: int) -> list[Shown]:
    """Ben answers Ada's move; everything that stands in the thread then."""
    remote.move(remote.ben, thread_id, "b7-b5")
    return await remote.boards(thread_id, 3)


def check(remote: Remote, boards: list[Shown]) -> None:
    """Every board is there once, in order, and the last one alone can be clicked."""
    told = ["The match begins", "White jumps b2 to b4", "Black jumps b7 to b5"]
    assert [says in board.text for says, board in zip(told, boards, strict=True)] == [True] * 3
    assert boards[-1].pinged == (remote.ada.id,)
    assert "Move" in boards[-1].buttons


FAULTS = {
    "a rate limit": Fault("POST", BOARD, 429),
    "several rate limits": Fault("POST", BOARD, 429, times=3),
    "a broken gateway": Fault("POST", BOARD, 502),
    "a broken gateway after it was stored": Fault("POST", BOARD, 502, done=True),
    "a server that fails": Fault("POST", BOARD, 500),
    "a connection dropped before it was stored": Fault("POST", BOARD, None),
    "a connection dropped after it was stored": Fault("POST", BOARD, None, done=True),
    "a connection dropped again and again": Fault("POST", BOARD, None, times=3),
}


@pytest.mark.parametrize("name", FAULTS)
async def test_a_board_is_posted_once(remote: Remote, name: str) -> None:
    thread_id = await remote.begin()
    fault = FAULTS[name]
    armed = Fault(fault.method, fault.ending, fault.status, fault.done, fault.times)
    remote.discord.faults.append(armed)
    remote.move(remote.ada, thread_id, "b2-b4")
    await remote.boards(thread_id, 2)
    assert armed.times == 0
    check(remote, await play_on(remote, thread_id))


async def test_a_board_is_found_though_discord_forgot_its_nonce(remote: Remote) -> None:
    thread_id = await remote.begin()
    remote.discord.faults.append(Fault("POST", BOARD, None, done=True))
    remote.discord.forgetful = True
    remote.move(remote.ada, thread_id, "b2-b4")
    await remote.boards(thread_id, 2)  # else Ben's move may overtake Ada's
    check(remote, await play_on(remote, thread_id))


@pytest.mark.parametrize("status", [None, 500, 502, 503])
async def test_a_thread_is_made_once(remote: Remote, status: int | None) -> None:
    remote.discord.faults.append(Fault("POST", "/threads", status, done=True))
    thread_id = await remote.begin()
    threads = [each for each in remote.backend.channels.values() if each.is_thread]
    assert [each.id for each in threads] == [thread_id]


@pytest.mark.parametrize("status", [None, 500, 502, 503, 504])
async def test_a_thread_beside_a_card_that_is_gone_is_made_once(
    remote: Remote, status: int | None
) -> None:
    for number in (1, 2):
        remote.ada.slash(remote.channel_id, "challenge", game="apart", seat="first")
        await until(lambda n=number: len(posted(remote.backend, remote.channel_id)) == n)
    card, other = (each.id for each in posted(remote.backend, remote.channel_id))
    remote.backend.delete_message(remote.channel_id, card)
    ending = f"/channels/{remote.channel_id}/threads"
    remote.discord.faults.append(Fault("POST", ending, status, done=True))
    remote.ben.press(remote.channel_id, other, "c:1:accept")

    def threads() -> list[Any]:
        return [each for each in remote.backend.channels.values() if each.is_thread]

    await until(lambda: threads() and posted(remote.backend, threads()[0].id))
    assert len(threads()) == 1


async def test_old_buttons_that_could_not_be_taken_off_stop_nothing(remote: Remote) -> None:
    thread_id = await remote.begin()
    (first,) = await remote.boards(thread_id, 1)
    remote.discord.faults.append(Fault("PATCH", f"/messages/{first.id}", None))
    remote.move(remote.ada, thread_id, "b2-b4")
    boards = await remote.boards(thread_id, 2)
    assert "Move" in boards[0].buttons
    answer = remote.ada.press(thread_id, first.id, boards[0].custom_ids[0])
    await until(lambda: answer.message_id)
    check(remote, await play_on(remote, thread_id))


async def test_a_move_whose_answer_got_lost_counts_and_is_not_denied(remote: Remote) -> None:
    thread_id = await remote.begin()
    remote.discord.faults.append(Fault("PATCH", "/messages/@original", None))
    record = remote.move(remote.ada, thread_id, "b2-b4")
    await remote.boards(thread_id, 2)
    told = await until(lambda: record.message_id)
    said = look(remote.backend.get_message(thread_id, told)).text
    assert said.startswith("The connection broke off")
    check(remote, await play_on(remote, thread_id))


async def test_what_was_clicked_while_the_connection_was_lost_is_done(remote: Remote) -> None:
    thread_id = await remote.begin()
    await remote.discord.gateway.cut()
    remote.move(remote.ada, thread_id, "b2-b4")
    boards = await remote.boards(thread_id, 2)
    assert boards[-1].pinged == (remote.ben.id,)
    assert await until(lambda: remote.discord.gateway.sessions[0].resumed) == 1
    check(remote, await play_on(remote, thread_id))


async def test_a_request_that_is_given_up_while_discord_takes_none_holds_up_no_other(
    remote: Remote,
) -> None:
    thread_id = await remote.begin()
    limit = Fault("POST", "/users/@me/channels", 429, everywhere=True)
    remote.discord.faults.append(limit)
    asking = asyncio.create_task(remote.client.create_dm(discord.Object(remote.ada.id)))
    await until(lambda: not remote.client.http._global_over.is_set())
    asking.cancel()
    remote.move(remote.ada, thread_id, "b2-b4")
    async with asyncio.timeout(60):
        await remote.boards(thread_id, 2)
    check(remote, await play_on(remote, thread_id))
