"""Getting one board to where its match is played: the thread, or else the channel."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from bot.services.delivery.messenger import CannotPost, ChannelGone, Messenger, TryLater
from bot.services.matches.models import Detour, MatchView
from bot.services.pictures.service import PictureService
from data.ids import ChannelId, MessageId
from data.states import DetourReason
from renderer import PictureRequest, alt_text

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Board:
    """A turn's board, ready to be posted."""

    view: MatchView
    png: bytes
    alt: str
    nonce: str


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a match's boards go: its thread if it has one, else its channel and why."""

    thread_id: ChannelId | None
    channel_id: ChannelId
    detour: Detour | None = None

    @property
    def channels(self) -> tuple[ChannelId, ...]:
        """Where a board may be found, likeliest first."""
        return (self.channel_id,) if self.thread_id is None else (self.thread_id, self.channel_id)


@dataclass(frozen=True, slots=True)
class Posted:
    """A message that shows a board, and where the next one goes."""

    channel_id: ChannelId
    message_id: MessageId
    destination: Destination


class Poster:
    """Posts boards. Every wait for Discord ends after ``patience``, as a TryLater."""

    def __init__(self, messenger: Messenger, pictures: PictureService, patience: timedelta) -> None:
        self._messenger = messenger
        self._pictures = pictures
        self._patience = patience

    async def draw(self, view: MatchView, nonce: str) -> Board:
        """The board of ``view``; raises PicturesBusy."""
        png = await self._pictures.still(PictureRequest(view.position, view.events))
        return Board(view, png, alt_text(view.position, view.events, view.sentence), nonce)

    async def destination(self, view: MatchView, *, threads: bool) -> Destination:
        """Where the match's boards go; its thread is made if ``threads`` and not there yet.

        Raises TryLater.
        """
        known = Destination(view.thread_id, view.channel_id, view.where_note)
        if view.thread_id is not None or view.where_note is not None or not threads:
            return known
        try:
            thread_id = await self._within_patience(self._messenger.open_thread(view))
        except (CannotPost, ChannelGone) as error:
            return Destination(None, view.channel_id, _detour(error))
        return Destination(thread_id, view.channel_id)

    async def find(self, view: MatchView, destination: Destination) -> Posted | None:
        """The message that shows ``view`` already. Raises CannotPost if it may not look."""
        for channel_id in destination.channels:
            try:
                message_id = await self._within_patience(
                    self._messenger.find_posted(channel_id, view)
                )
            except ChannelGone:
                continue
            if message_id is not None:
                return Posted(channel_id, message_id, destination)
        return None

    async def post(self, board: Board, destination: Destination) -> Posted:
        """Post the board, in the channel if the thread cannot be reached.

        Raises CannotPost, ChannelGone (nothing was posted) or TryLater (that is unknown).
        """
        if destination.thread_id is None:
            return await self._post(board, destination.channel_id, destination)
        in_thread = Destination(destination.thread_id, destination.channel_id)
        try:
            return await self._post(board, destination.thread_id, in_thread)
        except CannotPost as error:
            kept: ChannelId | None = destination.thread_id
            detour = _detour(error)
        except ChannelGone as error:
            kept = None
            detour = _detour(error)
        beside = Destination(kept, destination.channel_id, detour)
        return await self._post(board, destination.channel_id, beside)

    async def retire(self, posted: MessageId, channel_id: ChannelId, view: MatchView) -> None:
        """Take the buttons off an earlier board, if that can be done."""
        try:
            await self._within_patience(self._messenger.retire_board(channel_id, posted, view))
        except (CannotPost, ChannelGone, TryLater):
            return  # its buttons only lead to a polite answer

    async def _post(self, board: Board, channel_id: ChannelId, then: Destination) -> Posted:
        note = None if then.detour == board.view.where_note else then.detour
        message_id = await self._within_patience(
            self._messenger.post_board(
                channel_id, board.view, board.png, board.alt, board.nonce, note
            )
        )
        return Posted(channel_id, message_id, then)

    async def _within_patience(self, answer: Awaitable[Answer]) -> Answer:
        try:
            async with asyncio.timeout(self._patience.total_seconds()):
                return await answer
        except TimeoutError as error:
            raise TryLater from error


def _detour(error: CannotPost | ChannelGone) -> Detour:
    if isinstance(error, CannotPost):
        return Detour(DetourReason.FORBIDDEN, error.permission)
    return Detour(DetourReason.GONE)
