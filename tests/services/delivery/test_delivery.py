"""Every board once, in order, wherever it can be posted."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.services.delivery.messenger import CannotPost, TryLater
from bot.services.matches.models import Place
from data.database import StorageError
from data.states import Detour, DetourReason
from tests.kit.club import ADA, BEN, PLACE, Club

THREAD = 1_000_001


async def test_a_match_gets_a_thread_and_every_ply_a_board(club: Club) -> None:
    match = await club.start()
    await club.delivery.deliver_due()
    await club.play(match, 3)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1, 2, 3]
    assert {message.channel_id for message in club.discord.messages} == {THREAD}
    assert [message.buttons for message in club.discord.messages] == [False, False, False, True]
    assert len({message.nonce for message in club.discord.messages}) == 4
    assert all(message.alt for message in club.discord.messages)
    assert club.discord.calls.count("open_thread") == 1
    assert "find_posted" not in club.discord.calls
    shown = await club.matches.view(match.id)
    assert shown.thread_id == shown.board_channel_id == THREAD
    assert shown.board_message_id == club.discord.messages[-1].id


async def test_nothing_is_posted_twice(club: Club) -> None:
    await club.play(await club.start())
    await asyncio.gather(club.delivery.deliver_due(), club.delivery.deliver_due())
    await club.delivery.deliver_due()
    assert club.discord.posted(1) == [0, 1]


async def test_a_post_that_may_have_arrived_is_looked_for(club: Club) -> None:
    match = await club.start()
    club.discord.fail("post_board", TryLater(), afterwards=True)
    await club.delivery.deliver_due()
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0]
    assert (await club.matches.view(match.id)).board_message_id == club.discord.messages[0].id


async def test_a_post_that_did_not_arrive_is_tried_again(club: Club) -> None:
    match = await club.play(await club.start())
    club.discord.fail("post_board", TryLater(timedelta(seconds=30)))
    await club.delivery.deliver_due()
    club.clock.advance(seconds=29)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == []
    club.clock.advance(seconds=1)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1]


async def test_a_post_whose_thread_is_gone_is_looked_for_in_the_channel(club: Club) -> None:
    match = await club.start()
    club.discord.fail("post_board", CannotPost("send_messages_in_threads", "locked"))
    club.discord.fail("post_board", TryLater(), afterwards=True)
    await club.delivery.deliver_due()
    club.discord.gone = {THREAD}
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    assert [m.channel_id for m in club.discord.messages] == [PLACE.channel_id]
    assert club.discord.posted(match.id) == [0]


async def test_pauses_grow_up_to_ten_minutes(club: Club) -> None:
    match = await club.start()
    club.discord.forbidden = {PLACE.channel_id: CannotPost("send_messages", "403")}
    tries = []
    while len(tries) < 12:
        before = len(club.discord.calls)
        await club.delivery.deliver_due()
        if len(club.discord.calls) > before:
            tries.append(club.clock.now)
        club.clock.advance(seconds=2 if len(tries) < 5 else 20)
    gaps = [(later - sooner).total_seconds() for sooner, later in itertools.pairwise(tries)]
    assert gaps[:4] == [2, 4, 8, 16]
    assert gaps[-1] == 600
    club.discord.forbidden = {}
    club.clock.advance(minutes=10)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0]


async def test_without_a_thread_the_channel_is_told_why_once(club: Club) -> None:
    club.discord.fail("open_thread", CannotPost("create_public_threads", "403"))
    match = await club.play(await club.start())
    await club.delivery.deliver_due()
    first, second = club.discord.messages
    assert {first.channel_id, second.channel_id} == {PLACE.channel_id}
    assert first.note == Detour(DetourReason.FORBIDDEN, "create_public_threads")
    assert second.note is None
    assert (await club.matches.view(match.id)).where_note == first.note
    assert club.discord.calls.count("open_thread") == 1


async def test_an_unreachable_thread_is_left_until_it_works_again(club: Club) -> None:
    match = await club.start()
    await club.delivery.deliver_due()
    club.discord.forbidden = {THREAD: CannotPost("send_messages_in_threads", "locked")}
    match = await club.play(match, 2)
    await club.delivery.deliver_due()
    club.discord.forbidden = {}
    await club.play(match)
    await club.delivery.deliver_due()
    channels = [message.channel_id for message in club.discord.messages]
    assert channels == [THREAD, PLACE.channel_id, PLACE.channel_id, THREAD]
    notes = [message.note for message in club.discord.messages]
    locked = Detour(DetourReason.FORBIDDEN, "send_messages_in_threads")
    assert notes == [None, locked, None, None]
    assert (await club.matches.view(match.id)).where_note is None


async def test_a_deleted_thread_is_given_up(club: Club) -> None:
    match = await club.start()
    await club.delivery.deliver_due()
    club.discord.gone = {THREAD}
    await club.play(match, 2)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1, 2]
    assert [message.note for message in club.discord.messages[1:]] == [
        Detour(DetourReason.GONE),
        None,
    ]
    assert (await club.matches.view(match.id)).thread_id is None
    assert club.discord.calls.count("open_thread") == 1


async def test_a_deleted_board_does_not_stop_the_next(club: Club) -> None:
    match = await club.start()
    await club.delivery.deliver_due()
    club.discord.fail("retire_board", CannotPost(None, "deleted"))
    await club.play(match)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1]


async def test_where_nothing_can_be_posted_the_match_goes_on(club: Club) -> None:
    club.discord.gone = {PLACE.channel_id}
    match = await club.start()
    await club.delivery.deliver_due()
    match = await club.play(match, 2)
    await club.delivery.deliver_due()
    assert club.discord.messages == []
    assert (await club.matches.pick(ADA, PLACE.channel_id)).ply == 2
    club.discord.gone = set()
    club.clock.advance(minutes=10)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1, 2]


async def test_direct_messages_have_no_threads(club: Club) -> None:
    match = await club.start(place=Place(None, 900))
    await club.delivery.deliver_due()
    assert [(m.channel_id, m.note) for m in club.discord.messages] == [(900, None)]
    assert (await club.matches.view(match.id)).where_note is None


async def test_where_looking_is_forbidden_nothing_is_risked(club: Club) -> None:
    match = await club.start()
    club.discord.fail("post_board", TryLater(), afterwards=True)
    await club.delivery.deliver_due()
    club.discord.fail("find_posted", CannotPost("read_message_history", "403"))
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    club.clock.advance(minutes=1)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0]


async def test_matches_do_not_wait_for_each_other(club: Club) -> None:
    slow = await club.start(place=Place(None, 901))
    quick = await club.start(BEN, ADA, place=Place(None, 902))
    club.discord.hanging = {901}
    await club.play(quick, 2)
    running = asyncio.create_task(club.delivery.run())
    await until(lambda: club.discord.posted(quick.id) == [0, 1, 2])
    assert club.discord.posted(slow.id) == []
    await stop(running)


async def test_discord_that_never_answers_is_asked_again(club: Club) -> None:
    match = await club.start(place=Place(None, 901))
    club.discord.hanging = {901}
    await club.delivery.deliver_due()
    club.discord.hanging = set()
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0]


async def test_a_running_delivery_sleeps_until_it_is_needed(club: Club) -> None:
    running = asyncio.create_task(club.delivery.run())
    match = await club.start()
    await until(lambda: club.discord.posted(match.id) == [0])
    match = await club.play(match)
    await until(lambda: club.discord.posted(match.id) == [0, 1])
    await stop(running)


async def test_a_running_delivery_wakes_when_a_pause_is_over(club: Club) -> None:
    club.discord.fail("post_board", TryLater())
    match = await club.start()
    await club.delivery.deliver_due()
    club.clock.advance(seconds=1.9)
    running = asyncio.create_task(club.delivery.run())
    await asyncio.sleep(0.05)
    assert club.discord.posted(match.id) == []
    club.clock.advance(seconds=0.1)
    await until(lambda: club.discord.posted(match.id) == [0])
    await stop(running)


async def test_an_unreadable_outbox_is_read_again(club: Club) -> None:
    match = await club.start()
    reading = club.database.reading

    def unreadable() -> None:
        raise StorageError("disk I/O error")

    club.database.reading = unreadable
    await club.delivery.deliver_due()
    club.database.reading = reading
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0]


async def test_what_breaks_one_match_does_not_stop_the_others(club: Club) -> None:
    broken = await club.start(place=Place(None, 901))
    club.discord.forbidden = {901: ZeroDivisionError()}
    running = asyncio.create_task(club.delivery.run())
    await until(lambda: "post_board" in club.discord.calls)
    well = await club.start()
    await until(lambda: club.discord.posted(well.id) == [0])
    assert not running.done()
    club.discord.forbidden = {}
    club.clock.advance(minutes=1)
    club.delivery.wake(broken.id)
    await until(lambda: club.discord.posted(broken.id) == [0])
    await stop(running)


async def test_stopping_lets_a_post_finish(club: Club) -> None:
    match = await club.start()
    running = asyncio.create_task(club.delivery.run())
    await until(lambda: "open_thread" in club.discord.calls)
    await stop(running)
    assert club.discord.posted(match.id) == [0]
    assert (await club.matches.view(match.id)).board_message_id is not None


async def test_stopping_does_not_wait_for_ever(club: Club) -> None:
    await club.start(place=Place(None, 901))
    club.discord.hanging = {901}
    club.delivery._poster._patience = timedelta(hours=1)
    running = asyncio.create_task(club.delivery.run())
    await until(lambda: "post_board" in club.discord.calls)
    await asyncio.wait_for(stop(running), timeout=5)


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise TimeoutError


async def stop(running: asyncio.Task[None]) -> None:
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
