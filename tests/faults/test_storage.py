"""The database is locked, full or damaged, or an answer got lost: nothing is lost or made up."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.core.delivery import LONGEST_DELAY
from bot.core.posting import CannotPost, TryLater
from data.errors import StorageError
from data.ids import ServerId
from tests.kit.club import PLACE, Club
from tests.kit.due import deliver_due


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    opened = await Club.open(tmp_path / "club.db", busy_seconds=0.05)
    yield opened
    await opened.close()


async def test_a_move_onto_a_full_disk_can_be_made_again(club: Club) -> None:
    match = await club.start()
    await set_pages(club, 0)
    with pytest.raises(StorageError, match="full"):
        await club.play(match, 100)
    match = await club.state(match.id)
    assert match == await club.from_the_log(match.id)
    await set_pages(club, 1000)
    assert await club.rows("outbox", "kind = 'board'") == match.ply + 1
    assert (await club.play(match)).ply == match.ply + 1


async def set_pages(club: Club, spare: int) -> None:
    def allow(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + spare}")

    await club.database.write(allow)


async def deliver_later(club: Club) -> None:
    club.clock.now += LONGEST_DELAY
    await deliver_due(club.delivery)


async def test_a_permission_that_was_missing_for_a_while_posts_nothing_twice(club: Club) -> None:
    match = await club.start()
    await deliver_due(club.delivery)
    match = await club.play(match)
    club.discord.fail("post_board", TryLater(), afterwards=True)  # it is there, nobody said so
    await deliver_due(club.delivery)
    assert club.discord.posted(match.id) == [0, 1]
    match = await club.state(match.id)
    assert match.match.thread_id is not None
    refused = CannotPost("view_channel", "403")
    club.discord.forbidden = dict.fromkeys((match.match.thread_id, PLACE.channel_id), refused)
    await deliver_later(club)
    club.discord.forbidden = {}
    await club.delivery.retry_refused(ServerId(70))
    await deliver_later(club)
    assert club.discord.posted(match.id) == [0, 1]
    found = await club.state(match.id)
    assert found.match.board_message_id == club.discord.messages[-1].id
