"""Whether a request that failed may have taken effect."""

from unittest.mock import Mock

import discord
import pytest

from bot.screen.interaction.acknowledging import is_doubtful


@pytest.mark.parametrize(
    ("status", "code", "doubtful"),
    [(404, 10062, False), (400, 40060, True), (499, 0, False), (500, 0, True), (503, 0, True)],
)
def test_what_discord_may_have_done_all_the_same(status: int, code: int, doubtful: bool) -> None:
    failed = discord.HTTPException(Mock(status=status), {"code": code, "message": ""})
    assert is_doubtful(failed) is doubtful
    assert is_doubtful(ConnectionResetError())
    assert not is_doubtful(ValueError())
