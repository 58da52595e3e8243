"""Faults on the wire, under discord.py as it is published: all is done once, and told."""

import asyncio
from dataclasses import replace

import discord
import pytest

from bot.screen.interaction import boundary
from tests.kit.by_day import at_night, mostly_at_night
from tests.kit.loopback import Fault
from tests.kit.remote import Remote
from tests.kit.shown import Shown, look, posted
from tests.kit.waiting import until

pytestmark = pytest.mark.usefixtures("bot")
BOARD = "/messages"


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
    "a broken gateway after it was stored": Fault("POST", BOARD, 502, done=True),
    "a connection dropped after it was stored": Fault("POST", BOARD, None, done=True),
    "a connection dropped again and again": Fault("POST", BOARD, None, times=3),
}


@pytest.mark.parametrize("name", mostly_at_night(FAULTS, [*FAULTS][1:3]))
async def test_a_board_is_posted_once(remote: Remote, name: str) -> None:
    thread_id = await remote.begin()
    armed = replace(FAULTS[name])
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


@pytest.mark.parametrize("status", [None, at_night(502)])
async def test_a_thread_is_made_once(remote: Remote, status: int | None) -> None:
    remote.discord.faults.append(Fault("POST", "/threads", status, done=True))
    thread_id = await remote.begin()
    threads = [each for each in remote.backend.channels.values() if each.is_thread]
    assert [each.id for each in threads] == [thread_id]


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
    assert (await remote.told(record)).startswith("The connection broke off")
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


FRAMES = {
    "no JSON": "{not json",
    "no payload": '{"op": 10, "d": null}',
    "an event without its parts": '{"op": 0, "t": "GUILD_CREATE", "s": %d, "d": {}}',
}


@pytest.mark.parametrize("name", mostly_at_night(FRAMES, [*FRAMES][:1]))
async def test_a_frame_that_nobody_can_read_stops_nothing(remote: Remote, name: str) -> None:
    thread_id = await remote.begin()
    for session in remote.discord.gateway.sessions:
        assert session.outbox is not None
        text = FRAMES[name]
        if "%d" in text:
            session.number += 1
            text %= session.number
            session.told.append(text)
        session.outbox.put_nowait(text)
    remote.move(remote.ada, thread_id, "b2-b4")
    boards = await remote.boards(thread_id, 2)
    assert "White jumps b2 to b4" in boards[-1].text


CALLBACK = "/callback"
LOST = {
    "dropped after it was done": Fault("POST", CALLBACK, None, done=True),
    "a broken gateway after it was done": Fault("POST", CALLBACK, 502, done=True),
}


def lose(remote: Remote, name: str) -> None:
    remote.discord.faults.append(replace(LOST[name]))


@pytest.mark.parametrize("name", mostly_at_night(LOST, [*LOST][:1]))
async def test_a_move_is_made_and_told(remote: Remote, name: str) -> None:
    thread_id = await remote.begin()
    lose(remote, name)
    record = remote.move(remote.ada, thread_id, "b2-b4")
    await remote.boards(thread_id, 2)
    assert (await remote.told(record)).startswith("Played.")


@pytest.mark.parametrize("name", mostly_at_night(LOST, [*LOST][:1]))
async def test_a_challenge_is_accepted_once_and_its_card_says_so(remote: Remote, name: str) -> None:
    remote.ada.slash(remote.channel_id, "challenge", game="apart", first_move="first")
    card = await remote.card()
    lose(remote, name)
    remote.ben.press(remote.channel_id, card, "c:1:accept")
    await remote.boards(card, 1)
    shown = remote.backend.get_message(remote.channel_id, card)
    await until(lambda: "The match begins." in look(shown).text)


@pytest.mark.parametrize(
    ("mover", "times", "said"),
    [
        ("ada", 4, "The connection broke off"),
        ("ben", 3, "It is not your turn: "),  # a refusal is told as it was
    ],
)
async def test_nobody_waits_for_an_answer_that_gets_lost_again_and_again(
    remote: Remote, monkeypatch: pytest.MonkeyPatch, mover: str, times: int, said: str
) -> None:
    monkeypatch.setattr(boundary, "PAUSES", (0.01,) * 3)
    thread_id = await remote.begin()
    lost = Fault("PATCH", "/messages/@original", None, times=times)
    remote.discord.faults.append(lost)
    record = remote.move(getattr(remote, mover), thread_id, "b2-b4")
    assert (await remote.told(record)).startswith(said)
    assert not lost.times
    await remote.boards(thread_id, 2 if mover == "ada" else 1)


async def test_somebody_who_cannot_be_added_costs_the_match_nothing(remote: Remote) -> None:
    remote.discord.faults += [
        Fault("PUT", f"/thread-members/{who.id}", 403, times=9) for who in (remote.ada, remote.ben)
    ]
    thread_id = await remote.begin()
    remote.move(remote.ada, thread_id, "b2-b4")
    assert len(await remote.boards(thread_id, 2)) == 2


async def test_nothing_is_acknowledged_into_a_file_that_is_gone(remote, tmp_path) -> None:
    thread_id = await remote.begin()
    (tmp_path / "quintet.db").unlink()
    said = await remote.told(remote.move(remote.ada, thread_id, "b2-b4"))
    assert said.startswith("Nothing was changed, because I could not write to my database")
    assert len(posted(remote.backend, thread_id)) == 1
