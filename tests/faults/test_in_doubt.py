"""A post whose answer got lost is looked for before it is posted again, whatever comes between."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.services.delivery.worker import LONGEST_PAUSE
from bot.services.matches import MatchState
from bot.services.posting import CannotPost, TryLater
from tests.kit.club import PLACE, Club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    opened = await Club.open(tmp_path / "club.db")
    yield opened
    await opened.close()


async def deliver_later(club: Club) -> None:
    club.clock.now += LONGEST_PAUSE
    await club.delivery.deliver_due()


async def posted_in_doubt(club: Club) -> MatchState:
    """A match whose second board is there, though nobody told the bot so."""
    match = await club.start()
    await club.delivery.deliver_due()
    match = await club.play(match)
    club.discord.fail("post_board", TryLater(), afterwards=True)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1]
    return await club.state(match.id)


async def test_a_permission_that_was_missing_for_a_while_posts_nothing_twice(club: Club) -> None:
    match = await posted_in_doubt(club)
    assert match.thread_id is not None
    refused = CannotPost("view_channel", "403")
    club.discord.forbidden = dict.fromkeys((match.thread_id, PLACE.channel_id), refused)
    await deliver_later(club)
    club.discord.forbidden = {}
    await deliver_later(club)
    assert club.discord.posted(match.id) == [0, 1]
    found = await club.state(match.id)
    assert found.board_message_id == club.discord.messages[-1].id
