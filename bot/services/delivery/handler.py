"""How one kind of message is shown, in three steps between which the process may die."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from bot.services.delivery.messenger import TryLater
from data.ids import ChannelId, MessageId
from data.outbox import Due
from data.states import ThreadFallback

Answer = TypeVar("Answer")

CLOCKS_APART = timedelta(minutes=5)
"""How far Discord's clock may be from ours, for looking for a message by its time."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The message that shows it, and for a board, where the next one goes.

    ``starts_time``: somebody's time runs from now on, since they can see it. ``digest`` tells apart
    what a message that lasts says.
    """

    channel_id: ChannelId
    message_id: MessageId
    thread_id: ChannelId | None = None
    fallback: ThreadFallback | None = None
    starts_time: bool = False
    digest: str | None = None


class Handler(Protocol):
    """One kind of message."""

    def load(self, connection: Connection, due: Due) -> Any:
        """What is to be shown, None if there is nothing to show any more."""

    async def show(self, due: Due, subject: Any) -> Shown | None:
        """Show it; None if there is no message for it, and will be none.

        Raises CannotPost, ChannelGone or TryLater.
        """

    def store(self, connection: Connection, due: Due, shown: Shown) -> None:
        """Remember the message with its subject."""


async def within(limit: timedelta, answer: Awaitable[Answer]) -> Answer:
    """What Discord answers; raises TryLater when that takes longer than ``limit``."""
    try:
        async with asyncio.timeout(limit.total_seconds()):
            return await answer
    except TimeoutError as error:
        raise TryLater from error
