"""Which way an answer takes: whatever it is, one person alone sees it."""

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.core.people import SettingsService
from bot.screen.interaction import Interaction
from bot.screen.interaction.acknowledging import is_doubtful


def interaction(*, is_private: bool = False) -> Any:
    """An interaction of which every request is noted."""
    made = Mock()
    made.extras = {}
    made.client.services = {SettingsService: Mock(known=AsyncMock(return_value=None))}
    made.locale.value = "en-US"
    made.message = SimpleNamespace(flags=SimpleNamespace(ephemeral=is_private))
    made.type = discord.InteractionType.component
    made.response.is_done = Mock(return_value=False)
    made.followup.send = AsyncMock()
    made.edit_original_response = AsyncMock()

    async def respond(*_: Any, **__: Any) -> Any:
        made.response.is_done.return_value = True
        return SimpleNamespace(resource=None)

    made.response.defer = AsyncMock(side_effect=respond)
    made.response.send_message = AsyncMock(side_effect=respond)
    return made


def sent(made: Any) -> list[tuple[str, bool]]:
    """What was sent, in which way, and whether it is private by itself."""
    ways = {
        "first": made.response.send_message,
        "beside": made.followup.send,
        "in its place": made.edit_original_response,
    }
    return [
        (name, call.kwargs.get("ephemeral", False))
        for name, way in ways.items()
        for call in way.await_args_list
    ]


async def test_a_second_answer_is_not_dropped_and_private() -> None:
    made = interaction()
    await Interaction(made).say("one")
    await Interaction(made).say("two")
    assert sent(made) == [("first", True), ("beside", True)]


@pytest.mark.parametrize("is_private", [False, True])
async def test_beside_what_was_pressed_the_answer_is_private(is_private: bool) -> None:
    made = interaction(is_private=is_private)
    await Interaction(made).defer_beside()
    await Interaction(made).say("no")
    assert sent(made) == [("beside", True)]


PROMISED = {"ephemeral": True, "thinking": True}
IN_ITS_PLACE = {"ephemeral": False, "thinking": False}


@pytest.mark.parametrize(
    ("promise", "is_private", "how"),
    [
        (Interaction.defer_private, False, PROMISED),
        (Interaction.defer_update, False, PROMISED),
        (Interaction.defer_update, True, IN_ITS_PLACE),
    ],
    ids=["privately", "never over a public message", "over a private message"],
)
async def test_an_answer_comes_as_it_was_promised(
    promise: Callable[[Interaction], Awaitable[None]], is_private: bool, how: dict[str, bool]
) -> None:
    made = interaction(is_private=is_private)
    await promise(Interaction(made))
    await Interaction(made).say("yes")
    assert made.response.defer.await_args.kwargs == how
    assert sent(made) == [("in its place", False)]


@pytest.mark.parametrize(
    ("status", "code", "doubtful"),
    [(404, 10062, False), (400, 40060, True), (499, 0, False), (500, 0, True), (503, 0, True)],
)
def test_what_discord_may_have_done_all_the_same(status: int, code: int, doubtful: bool) -> None:
    failed = discord.HTTPException(Mock(status=status), {"code": code, "message": ""})
    assert is_doubtful(failed) is doubtful
    assert is_doubtful(ConnectionResetError())
    assert not is_doubtful(ValueError())
