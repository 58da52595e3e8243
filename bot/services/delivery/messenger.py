"""What delivery needs from Discord, and how it may fail. ``bot/messenger.py`` does it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from bot.services.matches.models import Detour, MatchView
from data.ids import ChannelId, MessageId


@dataclass(eq=False)
class CannotPost(Exception):
    """Discord refused for good as things are; nothing was posted.

    ``permission`` is the permission's name in discord.py (``send_messages``) where it is known.
    """

    permission: str | None
    reason: str


class ChannelGone(Exception):
    """The channel or thread does not exist any more; nothing was posted."""


@dataclass(eq=False)
class TryLater(Exception):
    """It may or may not have happened: a timeout, a dropped connection, a 429 or a 5xx."""

    retry_after: timedelta | None = None


class Messenger(Protocol):
    """The only way boards reach Discord. Each method may raise the three errors above."""

    async def open_thread(self, view: MatchView) -> ChannelId:
        """The match's thread, made from its challenge's message if it is not there yet."""

    async def post_board(
        self,
        channel_id: ChannelId,
        view: MatchView,
        png: bytes,
        alt: str,
        nonce: str,
        note: Detour | None,
    ) -> MessageId:
        """Post the board and return the message's id. ``note`` is told in one sentence."""

    async def retire_board(
        self, channel_id: ChannelId, message_id: MessageId, view: MatchView
    ) -> None:
        """Take the buttons off an earlier board; ``view`` is the match as that board shows it."""

    async def find_posted(self, channel_id: ChannelId, view: MatchView) -> MessageId | None:
        """The message in this channel that shows the match at ``view.ply``, if there is one."""
