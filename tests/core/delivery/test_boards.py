"""Every board once, in order, wherever it can be posted."""

import pytest

from bot.core.actor import Place
from bot.core.matches import Scope
from bot.core.posting import CannotPost, ChannelGone, MessageRefused, Refusal, ServerGone, TryLater
from data.ids import ChannelId, ServerId
from data.states import FallbackReason, ThreadFallback
from tests.kit.club import ADA, DIRECT, PLACE, Club
from tests.kit.logs import captured

THREAD = ChannelId(1_000_001)
LOCKED = CannotPost("send_messages_in_threads", "locked")
UNREADABLE = CannotPost("read_message_history", "403")


async def test_a_match_gets_a_thread_and_every_ply_a_board(club: Club) -> None:
    match = await club.start(posted=True)
    await club.play(match, 3, posted=True)
    assert club.discord.posted(match.id) == [0, 1, 2, 3]
    assert {message.channel_id for message in club.discord.messages} == {THREAD}
    assert [message.buttons for message in club.discord.messages] == [False, False, False, True]
    assert len({message.nonce for message in club.discord.messages}) == 4
    assert all(message.alt for message in club.discord.messages)
    assert club.discord.calls.count("open_thread") == 1
    assert "find_board" not in club.discord.calls
    shown = await club.state(match.id)
    assert shown.match.thread_id == shown.match.board_channel_id == THREAD
    assert shown.match.board_message_id == club.discord.messages[-1].id


@pytest.mark.parametrize(
    ("place", "failed", "arrived", "search", "looks"),
    [
        pytest.param(PLACE, TryLater(), True, None, 1, id="it had arrived"),
        pytest.param(PLACE, TryLater(), False, None, 2, id="neither in thread nor channel"),
        pytest.param(DIRECT, TryLater(), False, UNREADABLE, 1, id="nobody may look"),
        pytest.param(DIRECT, TryLater(), True, TryLater(), 2, id="a search without an answer"),
    ],
)
async def test_a_post_that_failed_is_looked_for_and_posted_once(
    club: Club, place: Place, failed: Exception, arrived: bool, search: Exception, looks: int
) -> None:
    match = await club.start(place=place)
    club.discord.fail("post_board", failed, afterwards=arrived)
    if search:
        club.discord.fail("find_board", search)
    for _ in range(3):
        await club.deliver(seconds=10)
    assert club.discord.calls.count("find_board") == looks
    assert club.discord.posted(match.id) == [0]
    assert (await club.state(match.id)).match.board_message_id == club.discord.messages[0].id


@pytest.mark.parametrize("thread", ["gone", "unreadable"])
async def test_a_post_is_looked_for_beside_its_thread(club: Club, thread: str) -> None:
    match = await club.start()
    club.discord.fail("post_board", LOCKED)
    club.discord.fail("post_board", TryLater(), afterwards=True)
    await club.deliver()
    if thread == "gone":
        club.discord.gone = {THREAD}
    else:
        club.discord.fail("find_board", UNREADABLE)
    await club.deliver(seconds=2)
    assert [message.channel_id for message in club.discord.messages] == [PLACE.channel_id]
    assert club.discord.posted(match.id) == [0]


async def test_an_unreachable_thread_is_left_until_it_works_again(club: Club) -> None:
    match = await club.start(posted=True)
    club.discord.forbidden = {THREAD: LOCKED}
    match = await club.play(match, 2, posted=True)
    club.discord.forbidden = {}
    await club.play(match, posted=True)
    channels = [message.channel_id for message in club.discord.messages]
    assert channels == [THREAD, PLACE.channel_id, PLACE.channel_id, THREAD]
    locked = ThreadFallback(FallbackReason.FORBIDDEN, "send_messages_in_threads")
    assert [each.fallback for each in club.discord.messages] == [None, locked, None, None]
    assert (await club.state(match.id)).match.thread_fallback is None


async def test_where_nothing_can_be_posted_the_match_goes_on(club: Club) -> None:
    club.discord.gone = {PLACE.channel_id}
    match = await club.start(posted=True)
    match = await club.play(match, 2, posted=True)
    assert club.discord.messages == []
    assert await club.matches.meant(club.actor(ADA), Scope.TO_MOVE) == match.id
    club.discord.gone = set()
    await club.notice_places()
    await club.deliver()
    assert club.discord.posted(match.id) == [2]


async def test_each_board_shows_the_match_as_it_stood(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    await club.agree(club.undo, match)
    await club.deliver()
    assert club.discord.posted(match.id) == [0, 1, 2, 3]
    first, one, two, back = [message.alt for message in club.discord.messages]
    assert back == first
    assert len({first, one, two}) == 3


SERVER = ServerId(70)
FINAL = [
    CannotPost("send_messages", "403 50013"),
    MessageRefused(None, "400 50035"),
    ChannelGone("404 10003"),
]


async def test_the_board_before_an_absence_gives_its_buttons_to_the_one_after(club: Club) -> None:
    match = await club.start(posted=True)
    club.discord.left.add(SERVER)
    await club.notice_places()
    await club.play(match, 2, posted=True)
    club.discord.left.clear()
    await club.notice_places()
    await club.deliver()
    assert [(each.ply, each.buttons) for each in club.discord.messages] == [(0, False), (2, True)]


@pytest.mark.parametrize("error", FINAL, ids=lambda error: type(error).__name__)
async def test_a_refused_board_is_asked_for_once_in_each_place(club: Club, error: Refusal) -> None:
    match = await club.start(posted=True)
    club.discord.forbidden = {PLACE.channel_id: error, club.discord.threads[match.id]: error}
    with captured() as told:
        await club.play(match, posted=True)
        for _ in range(10):
            await club.deliver(days=1)
    assert club.discord.calls.count("post_board") == 1 + 2
    assert await club.rows("outbox", "NOT done") == 0
    assert [each["event"] for each in told].count("message given up") == 1
    club.discord.forbidden = {}
    await club.notice_places()
    await club.delivery.retry_refused(SERVER)
    await club.deliver()
    assert club.discord.posted(match.id) == [0, 1]
    assert (await club.state(match.id)).match.board_message_id == club.discord.messages[-1].id


async def test_one_server_is_not_tried_for_another(club: Club) -> None:
    match = await club.start()
    club.discord.forbidden = {PLACE.channel_id: ServerGone()}
    await club.deliver()
    club.discord.forbidden = {}
    await club.delivery.retry_refused(ServerId(71))
    await club.deliver(days=1)
    assert club.discord.posted(match.id) == []
