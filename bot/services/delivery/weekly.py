"""Puzzles of the week on their way to their channels."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from sqlalchemy import Connection

from bot.services.delivery.cards import CardHandler
from bot.services.delivery.handler import Shown
from bot.services.delivery.messenger import ChannelGone, Messenger
from bot.services.matches import Now
from bot.services.outbox.storage import Due
from bot.services.pictures import PictureService
from bot.services.puzzles import WeeklyCard, leave_channel, load_weekly
from bot.services.puzzles import weekly_storage as weekly
from data.database import Database
from renderer import PictureRequest, alt_text


class WeeklyHandler(CardHandler[WeeklyCard]):
    """Posts a puzzle once, and edits it then. Where the channel is gone, no more will come."""

    def __init__(
        self,
        database: Database,
        messenger: Messenger,
        pictures: PictureService,
        timeout: timedelta,
        now: Now,
    ) -> None:
        super().__init__(messenger, timeout)
        self._database = database
        self._pictures = pictures
        self._now = now

    def load(self, connection: Connection, due: Due) -> WeeklyCard | None:
        """The puzzle as it is now, None if that stands there already."""
        return load_weekly(connection, due.subject_id)

    async def show(self, due: Due, subject: WeeklyCard) -> Shown | None:
        """Post or edit the puzzle."""
        post = subject.post
        request = PictureRequest(subject.puzzle.position)
        card = replace(subject, alt=alt_text(request, None))
        known = None if post.message_id is None else (post.channel_id, post.message_id)
        if known is None:
            card = replace(card, png=await self._pictures.still(request))
        try:
            return await self._show(due, card, post.channel_id, known, is_open=not post.closed)
        except ChannelGone:
            await self._database.write(leave_channel, post.server_id, post.channel_id)
            return None

    def store(self, connection: Connection, subject: WeeklyCard, shown: Shown) -> None:
        """Remember the message, and what it shows."""
        weekly.note_shown(
            connection, subject.post.id, shown.message_id, subject.digest, self._now()
        )
