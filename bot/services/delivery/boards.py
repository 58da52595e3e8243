"""A turn's board on its way to where the match is played: the thread, or else the channel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.services.delivery.handler import Shown, posted_since, within
from bot.services.delivery.messenger import (
    Board,
    CannotPost,
    ChannelGone,
    Messenger,
    TryLater,
)
from bot.services.delivery.old_boards import OldBoards
from bot.services.ladders import Event, effect_of
from bot.services.matches import Change, Hook, MatchState, MatchStore, Now, picture_of
from bot.services.matches import storage as matches
from bot.services.matches.storage import SeenBoard
from bot.services.outbox import pruning_storage
from bot.services.outbox import storage as outbox
from bot.services.outbox.storage import Due
from bot.services.part import Part, Prune
from bot.services.people.settings import server_settings
from bot.services.pictures import PictureService
from bot.services.standings import Aftermath, aftermath_of
from bot.services.timekeeping import promised_deadline, seen_board
from data.database import Database
from data.ids import ChannelId, MatchId, MessageId
from data.states import FallbackReason, ThreadFallback
from renderer import alt_text


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a match's boards go: its thread if it has one, else its channel and why."""

    thread_id: ChannelId | None
    channel_id: ChannelId
    fallback: ThreadFallback | None = None

    @property
    def channels(self) -> tuple[ChannelId, ...]:
        """Where a board may be found, likeliest first."""
        return (self.channel_id,) if self.thread_id is None else (self.thread_id, self.channel_id)


@dataclass(frozen=True, slots=True)
class DueBoard:
    """A match as its board shall show it. ``threads``: whether it may have one.

    ``until`` is the deadline of whoever is to move; ``aftermath`` what the match came to, and
    ``effect`` what it has done to the places of its ladder.
    """

    match: MatchState
    threads: bool
    until: datetime | None
    aftermath: Aftermath | None = None
    effect: Event | None = None


class BoardHandler:
    """Posts boards. Every wait for Discord ends after ``timeout``, as a TryLater."""

    def __init__(
        self,
        database: Database,
        store: MatchStore,
        messenger: Messenger,
        pictures: PictureService,
        old_boards: OldBoards,
        timeout: timedelta,
        now: Now,
    ) -> None:
        self._now = now
        self._old_boards = old_boards
        self._database = database
        self._store = store
        self._messenger = messenger
        self._pictures = pictures
        self._timeout = timeout

    def load(self, connection: Connection, due: Due) -> DueBoard:
        """The match as it stood then, and whether it may have a thread."""
        match = self._store.read(connection, MatchId(due.subject_id), due.version)
        until = promised_deadline(match, self._now())
        aftermath = None if match.is_running else aftermath_of(connection, match)
        counts = not match.is_running and match.match.ladder_id is not None
        effect = effect_of(connection, match.id) if counts else None
        if match.thread_id is not None or match.server_id is None:
            return DueBoard(match, False, until, aftermath, effect)
        threads = server_settings.get(connection, match.server_id).threads
        return DueBoard(match, threads, until, aftermath, effect)

    async def show(self, due: Due, subject: DueBoard) -> Shown:
        """Post the board, unless an earlier attempt has; the last one loses its buttons later.

        Raises CannotPost, ChannelGone or TryLater.
        """
        match = subject.match
        destination = await self._destination(subject, due)
        shown = await self._find(match, destination, due) if due.uncertain else None
        if shown is None:
            shown = await self._post(await self._draw(subject, due.nonce), destination)
        if match.board_message_id != shown.message_id:
            self._old_boards.note(match.match, match.ply - 1)
        return shown

    def store(self, connection: Connection, subject: DueBoard, shown: Shown) -> None:
        """Remember the match's newest board, and where the next one goes; from now time runs."""
        read, ply, now = subject.match.match, subject.match.ply, self._now()

        def remember(seen: SeenBoard | None) -> bool:
            place = shown.channel_id, shown.message_id
            return matches.set_board(
                connection, read.id, place, shown.thread_id, shown.fallback, seen
            )

        if not remember(seen_board(read, ply, now)):  # somebody has done something meanwhile
            locked = matches.get(connection, read.id, lock=True)
            remember(None if locked is None else seen_board(locked, ply, now))

    async def _draw(self, subject: DueBoard, nonce: str) -> Board:
        match = subject.match
        picture = picture_of(match)
        png = await self._pictures.board(picture)
        alt = alt_text(picture, match.sentence)
        fallback, effect = None, subject.effect
        return Board(match, png, alt, nonce, fallback, subject.until, subject.aftermath, effect)

    async def _destination(self, subject: DueBoard, due: Due) -> Destination:
        match = subject.match.match
        known = Destination(match.thread_id, match.channel_id, match.thread_fallback)
        if not subject.threads or known.thread_id is not None or known.fallback is not None:
            return known
        try:
            opening = self._messenger.open_thread(subject.match, posted_since(due))
            thread_id = await within(self._timeout, opening)
        except (CannotPost, ChannelGone) as error:
            return replace(known, fallback=_fallback(error))
        # remembered first: whoever cannot be invited must not cost the match its thread
        await self._database.write(matches.set_thread, match.id, thread_id, None)
        await self._invite(thread_id, subject.match)
        return replace(known, thread_id=thread_id)

    async def _invite(self, thread_id: ChannelId, match: MatchState) -> None:
        try:
            await within(self._timeout, self._messenger.invite(thread_id, match))
        except (CannotPost, ChannelGone, TryLater):
            return  # the board mentions who is to move, which brings them in

    async def _find(self, match: MatchState, destination: Destination, due: Due) -> Shown | None:
        since = posted_since(due)
        for channel_id in destination.channels:
            try:
                looking = self._messenger.find_board(channel_id, match, since)
                message_id = await within(self._timeout, looking)
            except (ChannelGone, CannotPost):
                continue  # what cannot be looked into holds no board that people could see
            if message_id is not None:
                return _shown(channel_id, message_id, destination)
        return None

    async def _post(self, board: Board, destination: Destination) -> Shown:
        """Post the board, in the channel if the thread cannot be reached."""
        if destination.thread_id is None:
            return await self._post_in(destination.channel_id, board, destination)
        in_thread = replace(destination, fallback=None)
        try:
            return await self._post_in(destination.thread_id, board, in_thread)
        except CannotPost as error:
            beside = replace(destination, fallback=_fallback(error))
        except ChannelGone as error:
            beside = replace(destination, thread_id=None, fallback=_fallback(error))
        return await self._post_in(destination.channel_id, board, beside)

    async def _post_in(self, channel_id: ChannelId, board: Board, then: Destination) -> Shown:
        is_news = then.fallback != board.match.match.thread_fallback
        told = replace(board, fallback=then.fallback if is_news else None)
        posting = self._messenger.post_board(channel_id, told)
        return _shown(channel_id, await within(self._timeout, posting), then)


def note_board(connection: Connection, change: Change, now: datetime) -> None:
    """Have the board posted that a change leads to."""
    outbox.add_board(connection, change.after.id, change.after.ply, now)


PART = Part(
    changed=(Hook(note_board),),
    prune=(Prune("told", timedelta(days=30), pruning_storage.prune),),
)


def _shown(channel_id: ChannelId, message_id: MessageId, then: Destination) -> Shown:
    return Shown(channel_id, message_id, then.thread_id, then.fallback)


def _fallback(error: CannotPost | ChannelGone) -> ThreadFallback:
    if isinstance(error, CannotPost):
        return ThreadFallback(FallbackReason.FORBIDDEN, error.permission)
    return ThreadFallback(FallbackReason.GONE)
