"""What Discord refuses for good is asked once, and comes when something has changed."""

import pytest

from bot.core.posting import CannotPost, ChannelGone, MessageRefused, Refusal, ServerGone
from data.ids import ServerId
from tests.kit.club import PLACE, Club
from tests.kit.logs import captured

SERVER = ServerId(70)
FINAL = [
    CannotPost("send_messages", "403 50013"),
    MessageRefused(None, "400 50035"),
    ChannelGone("404 10003"),
]


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
