"""Boards as everybody sees them: posted at every turn, and tidied up after the next."""

import asyncio
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from sqlalchemy import Connection, and_, select

from bot.core import outbox, posting
from bot.core.errors import ServiceError
from bot.core.events import Events
from bot.core.faults import read_or_error
from bot.core.matches import Change, Hook, MatchState, MatchStore, Now, picture_of
from bot.core.matches import storage as matches
from bot.core.matches.storage import MatchSummary, SeenBoard
from bot.core.part import Part
from bot.core.people.settings import server_settings
from bot.core.pictures import PictureService
from bot.features.challenges import lead_to_board
from bot.features.ratings import Aftermath, aftermath_of
from bot.features.replays import review_of
from bot.features.timekeeping import Presence, promised_deadline, seen_board
from data.database import Database
from data.errors import StorageError
from data.ids import ChannelId, Holder, MatchId, PlayerId
from data.shards import Shards
from data.states import FallbackReason, MessageKind, ThreadFallback
from data.tables import outbox as outbox_table
from rules.texts import Wording, Words

BEFORE_THE_END = timedelta(minutes=1)
"""For how long before the last thing that was told boards are looked at."""
MOST = 256
MOST_NOTED = 1000
"""How many boards are kept in mind; the oldest beyond that keep their buttons."""
AT_ONCE = 64
logger = structlog.get_logger(__name__)
Old = tuple[MatchSummary, int]
"""A match whose board is an old one, and the ply that this board shows."""


def followed_last(connection: Connection, shards: Shards) -> tuple[Any, ...]:
    """The rows of these shards' boards whose next one was among the last that were posted."""
    told = (
        select(outbox_table)
        .where(
            outbox_table.c.done,
            outbox_table.c.kind == MessageKind.BOARD,
            shards.holds(outbox_table.c.server_id),
        )
        .order_by(outbox_table.c.id.desc())
        .limit(MOST)
        .subquery()
    )
    before = outbox_table.alias("before")
    comes_before = and_(
        before.c.kind == MessageKind.BOARD,
        before.c.subject_id == told.c.subject_id,
        before.c.version == told.c.version - 1,
        before.c.channel_id.is_not(None),
        before.c.message_id.is_not(None),
    )
    wanted = (before.c.subject_id, before.c.version, before.c.channel_id, before.c.message_id)
    rows = connection.execute(
        select(told.c.done_at, *wanted).select_from(told).join(before, comes_before)
    ).all()
    ended = max((row.done_at for row in rows), default=None)
    return tuple(row for row in rows if ended and row.done_at > ended - BEFORE_THE_END)


class OldBoards:
    """What an old board's buttons lead to is a polite answer, so an edit is tried only once.

    They are kept in mind in memory alone: whoever takes up the work of a run that was killed looks
    at the boards that were posted last.
    """

    def __init__(self, database: Database, store: MatchStore, wire: posting.Wire) -> None:
        self._database = database
        self._store = store
        self._wire = wire
        self._noted: deque[Old] = deque(maxlen=MOST_NOTED)
        self._editing: set[asyncio.Task[None]] = set()
        self._reading = asyncio.Lock()
        """Held by the one edit that reads: together they would need every connection there is."""

    def note(self, match: MatchSummary, ply: int) -> None:
        """Have the buttons taken off the board that the match had so far, which shows ``ply``."""
        if match.board_message_id is not None:
            self._noted.append((match, ply))

    async def recover(self, shards: Shards) -> None:
        """Note what the last run may have left; raises StorageError."""
        self._noted.extend(await self._database.read(self._left, shards))

    def begin(self) -> None:
        """Begin with what was noted."""
        while self._noted and len(self._editing) < AT_ONCE:
            edit = asyncio.create_task(self._edit(*self._noted.popleft()), name="edit old board")
            self._editing.add(edit)
            edit.add_done_callback(self._end)

    async def drain(self) -> None:
        """Come back when nothing is left to do."""
        while self._noted or self._editing:
            self.begin()
            await asyncio.wait(self._editing)

    @property
    def running(self) -> Collection[asyncio.Task[None]]:
        return tuple(self._editing)

    def _end(self, edit: asyncio.Task[None]) -> None:
        self._editing.discard(edit)
        if edit.cancelled():
            return
        if (error := edit.exception()) is not None:
            logger.error("old board not edited", exc_info=error)
        self.begin()

    async def _edit(self, match: MatchSummary, ply: int) -> None:
        channel_id, message_id = match.board_channel_id, match.board_message_id
        if channel_id is None or message_id is None:
            return
        try:
            shown = self._store.cached(match, ply)
            if shown is None:
                async with self._reading:
                    shown = await self._database.read(self._store.read, match.id, ply)
            board = PostedBoard(shown, newest=False)
            await self._wire.soon(self._wire.messenger.edit(channel_id, message_id, board))
        except (
            posting.Refusal,
            posting.TryLater,
            ServiceError,
            StorageError,
        ) as error:
            logger.info("old board keeps its buttons", match=match.id, ply=ply, reason=str(error))

    def _left(self, connection: Connection, shards: Shards) -> tuple[Old, ...]:
        found = []
        for each in followed_last(connection, shards):
            read = partial(self._store.read, connection, MatchId(each.subject_id))
            state = read_or_error(read)
            if isinstance(state, Exception):
                continue  # whoever comes to its next board says why it cannot be read
            there = replace(
                state.match, board_channel_id=each.channel_id, board_message_id=each.message_id
            )
            found.append((there, each.version))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class PlacesMoved:
    """What a match has done to places of its ladder.

    The challenger's place ``before`` and ``after`` it, and the one that the holder has ``kept``,
    or fallen to; None is no place.
    """

    challenger_id: PlayerId | None
    holder_id: PlayerId | None
    before: int | None
    after: int | None
    kept: int | None


@dataclass(frozen=True, slots=True)
class WhatMoved:
    """Asks for the PlacesMoved on a ladder by a match that has ended; None if it moved none."""

    match_id: MatchId


"""What a match that has ended has done to places, as it counts now; None if nothing."""


@dataclass(frozen=True, slots=True)
class PostedBoard:
    """A match as its message shows it, with the ``names`` of those who play.

    ``until`` is when the time of whoever is to move is over; None where none runs. ``aftermath`` is
    what a match that is over came to, ``effect`` what it has done to the places of its ladder, and
    ``looked_back`` how many moves were pointed out since to somebody who practises. A board that
    another has followed is not the ``newest``, and has no buttons.

    It is posted in the thread, which is opened before if it ``opens_thread``, or else in the
    channel; ``fallback`` is why.
    """

    match: MatchState
    until: datetime | None = None
    aftermath: Aftermath | None = None
    effect: PlacesMoved | None = None
    looked_back: int = 0
    newest: bool = True
    opens_thread: bool = False
    thread_id: ChannelId | None = None
    fallback: ThreadFallback | None = None
    names: Mapping[Holder, Words] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Boards:
    """Posts boards, each once; the one before loses its buttons later."""

    database: Database
    store: MatchStore
    presence: Presence
    pictures: PictureService
    old_boards: OldBoards
    wire: posting.Wire
    now: Now
    events: Events

    def load(self, connection: Connection, due: outbox.Due) -> posting.Post[PostedBoard]:
        """The match as it stood then."""
        match = self.store.read(connection, MatchId(due.subject_id), due.version)
        until = promised_deadline(match, self.now())
        aftermath = None if match.is_running else aftermath_of(connection, match)
        counts = not match.is_running and match.match.ladder_id is not None
        effects = self.events.ask(connection, WhatMoved(match.id)) if counts else ()
        effect = next(iter(effects), None)
        thread_id, fallback, opens = match.match.thread_id, match.match.thread_fallback, False
        if thread_id is None and fallback is None and match.server_id is not None:
            opens = server_settings.get(connection, match.server_id).threads
        board = PostedBoard(match, until, aftermath, effect, opens_thread=opens)
        return _post(board, thread_id, fallback)

    async def prepare(
        self, due: outbox.Due, post: posting.Post[PostedBoard]
    ) -> posting.Post[PostedBoard]:
        """Open the match's thread, where it has none and may have one."""
        board, match = post.card, post.card.match
        if not board.opens_thread:
            return post
        try:
            opening = self.wire.messenger.open_thread(match, posting.posted_since(due))
            thread_id = await self.wire.soon(opening)
        except posting.ServerGone:
            raise
        except posting.Refusal as error:
            return _post(board, None, _fallback(error))
        # players come in by the boards, which mention who is to move
        thread = {"thread_id": thread_id, "thread_fallback": None}
        await self.database.write(matches.change, match.id, **thread)
        return _post(board, thread_id, None)

    async def draw(self, board: PostedBoard, wording: Wording) -> bytes:
        """The position, with the last move."""
        return await self.pictures.board(picture_of(board.match, wording=wording))

    def shown(self, board: PostedBoard, message: posting.Sent) -> None:
        """Have the buttons taken off the board that the match had so far."""
        if board.match.match.board_message_id != message[1]:
            self.old_boards.note(board.match.match, board.match.ply - 1)

    def remember(self, connection: Connection, board: PostedBoard, message: posting.Sent) -> None:
        """Remember the match's newest board, and where the next one goes; from now time runs."""
        read, ply, now = board.match.match, board.match.ply, self.now()
        if read.time is not None:
            self.presence.follow_clock(connection, read.server_id, now)
        fallback = None if message[0] == board.thread_id else board.fallback

        def remember(seen: SeenBoard | None) -> bool:
            return matches.set_board(connection, read.id, message, board.thread_id, fallback, seen)

        if not remember(seen_board(read, ply, now)):  # somebody has done something meanwhile
            locked = matches.get(connection, read.id, lock=True)
            remember(None if locked is None else seen_board(locked, ply, now))
        if not ply:
            lead_to_board(connection, read.id, now)


def boards_part(boards: Boards) -> Part:
    """Every change of a match has a board, in the thread if that takes it."""
    kind = posting.PostKind(
        kind=MessageKind.BOARD,
        waits=True,
        load=boards.load,
        remember=boards.remember,
        prepare=boards.prepare,
        draw=boards.draw,
        beside=_beside,
        shown=boards.shown,
    )
    return Part(changed=(Hook(note_board),), posts=(kind, _looked_back(boards.store)))


def _looked_back(store: MatchStore) -> posting.PostKind[PostedBoard]:
    """The last board says what was found in a match that is over. An edit pings nobody."""

    def load(connection: Connection, due: outbox.Due) -> posting.Post[PostedBoard] | None:
        match = store.read(connection, MatchId(due.subject_id))
        review = review_of(connection, match)
        if match.ply != due.version or review is None or not review.moments:
            return None
        aftermath = aftermath_of(connection, match)
        board = PostedBoard(match, aftermath=aftermath, looked_back=len(review.moments))
        known = posting.sent_or_none(match.match.board_channel_id, match.match.board_message_id)
        return posting.Post(board, (), known, posting.Wanted.CHANGED)

    return posting.PostKind(
        kind=MessageKind.LOOKED_BACK, load=load, edited=posting.NO_REPOST, once=True
    )


def note_board(connection: Connection, change: Change, now: datetime) -> None:
    """Have the board posted that a change leads to."""
    match = change.after
    outbox.add(connection, outbox.of_match(MessageKind.BOARD, match.id, match.id, match.ply), now)


def _post(
    board: PostedBoard, thread_id: ChannelId | None, why: ThreadFallback | None
) -> posting.Post[PostedBoard]:
    channels = (thread_id, board.match.channel_id)
    places = tuple(each for each in channels if each is not None)
    return posting.Post(replace(board, thread_id=thread_id, fallback=why), places)


def _beside(board: PostedBoard, error: Exception) -> PostedBoard:
    """As it is posted in the channel, which is told why; a thread that is gone is forgotten."""
    thread_id = None if isinstance(error, posting.ChannelGone) else board.thread_id
    return replace(board, thread_id=thread_id, fallback=_fallback(error))


def _fallback(error: Exception) -> ThreadFallback:
    if isinstance(error, posting.CannotPost):
        return ThreadFallback(FallbackReason.FORBIDDEN, error.permission)
    return ThreadFallback(FallbackReason.GONE)
