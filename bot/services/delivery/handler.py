"""How one kind of message is shown, in three steps between which the process may die."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from bot.services.delivery.messenger import TryLater
from bot.services.outbox.storage import Due
from data.ids import ChannelId, MessageId
from data.states import ThreadFallback

Answer = TypeVar("Answer")
Subject = TypeVar("Subject")

CLOCKS_APART = timedelta(minutes=5)
"""How far the clocks of Discord's machines may be apart, and ours go wrong between two words."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The message that shows it, and for a board, where the next one goes."""

    channel_id: ChannelId
    message_id: MessageId
    thread_id: ChannelId | None = None
    fallback: ThreadFallback | None = None


class Handler(Protocol[Subject]):
    """One kind of message, which shows one kind of subject."""

    def load(self, connection: Connection, due: Due) -> Subject | None:
        """What is to be shown, None if there is nothing to show any more."""

    async def show(self, due: Due, subject: Subject) -> Shown | None:
        """Show it; None if there is no message for it, and will be none.

        Raises CannotPost, ChannelGone or TryLater.
        """

    def store(self, connection: Connection, subject: Subject, shown: Shown) -> None:
        """Remember the message with its subject."""


def posted_since(due: Due) -> datetime:
    """Since when its message can be there, by Discord's clock, whatever ours has shown."""
    return due.posted_after - CLOCKS_APART


async def within(limit: timedelta, answer: Awaitable[Answer]) -> Answer:
    """What Discord answers; raises TryLater when that takes longer than ``limit``."""
    try:
        async with asyncio.timeout(limit.total_seconds()):
            return await answer
    except TimeoutError as error:
        raise TryLater from error
