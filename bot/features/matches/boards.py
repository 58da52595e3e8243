"""Public boards: posting one for each change of a match, and removing buttons from older ones."""

import asyncio
from collections import deque
from collections.abc import Collection, Iterator, Mapping
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
from bot.core.matches import Change, MatchState, MatchStore, MatchSummary, Now
from bot.core.matches import storage as matches
from bot.core.outbox import BESIDE_MESSAGE, BOARD_MESSAGE, BOARDS
from bot.core.people.settings import server_settings
from bot.features.challenges import lead_to_board
from bot.features.ratings import Aftermath, aftermath_of
from bot.features.replays import LOOKED_BACK_MESSAGE, review_of
from bot.features.timekeeping import Presence, promised_deadline, seen_board
from data.club_tables import match_places
from data.database import Database
from data.errors import StorageError
from data.ids import ChannelId, Holder, MatchId, MessageId, PlayerId
from data.shards import Shards
from data.states import FallbackReason, ThreadFallback
from data.tables import outbox as outbox_table
from rules.texts import Words

RECOVERED = timedelta(minutes=1)
"""After a restart, boards are edited that were replaced this long before the last post."""
MOST_RECOVERED = 256
QUEUE_SIZE = 1000
"""The most old boards that wait; beyond that the oldest keep their buttons."""
EDITS_AT_ONCE = 64
MOST_KNOWN = 10_000
"""Of so many messages it is known which ply they show; of others the database tells."""
logger = structlog.get_logger(__name__)
Old = tuple[MatchSummary, int | None]
"""A match with the message of an old board, and the ply that this shows; None: look it up."""


class OldBoards:
    """Removes the buttons of boards that a newer one has replaced.

    An edit is tried only once, as old buttons are answered politely anyway. The queue is in memory;
    after a kill the next run recovers it from the boards that were posted last.
    """

    def __init__(self, database: Database, store: MatchStore, messenger: posting.Messenger) -> None:
        self._database = database
        self._store = store
        self._messenger = messenger
        self._noted: deque[Old] = deque(maxlen=QUEUE_SIZE)
        self._plies: dict[MessageId, int] = {}
        self._editing: set[asyncio.Task[None]] = set()
        self._reading = asyncio.Lock()
        """Lets one edit read at a time, as all together would take every connection."""

    def note(self, match: MatchSummary, ply: int, message_id: MessageId) -> None:
        """Queue an edit of the match's current board, which this message of ``ply`` replaces.

        It does not always show the ply before: those of an absence are never posted.
        """
        if message_id not in self._plies and len(self._plies) >= MOST_KNOWN:
            del self._plies[next(iter(self._plies))]
        self._plies[message_id] = ply
        if match.board_message_id not in (None, message_id):
            self._noted.append((match, self._plies.pop(match.board_message_id, None)))

    async def recover(self, shards: Shards) -> None:
        """Note what the last run may have left; raises StorageError."""

        def left(connection: Connection) -> tuple[Old, ...]:
            found = list[Old]()
            for each in _recently_replaced(connection, shards):
                read = partial(self._store.read, connection, MatchId(each.subject_id))
                state = read_or_error(read)
                if isinstance(state, Exception):
                    continue  # reported with the match's next board
                there = replace(
                    state.match, board_channel_id=each.channel_id, board_message_id=each.message_id
                )
                found.append((there, each.version))
            return tuple(found)

        self._noted.extend(await self._database.read(left))

    def begin(self) -> None:
        """Begin with what was noted."""
        while self._noted and len(self._editing) < EDITS_AT_ONCE:
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

    async def _edit(self, match: MatchSummary, ply: int | None) -> None:
        channel_id, message_id = match.board_channel_id, match.board_message_id
        if channel_id is None or message_id is None:
            return
        try:
            if ply is None:
                async with self._reading:
                    ply = await self._database.read(_ply_of, match.id, message_id)
            if ply is None:
                return  # its row was pruned
            shown = self._store.cached(match, ply)
            if shown is None:
                async with self._reading:
                    shown = await self._database.read(self._store.read, match.id, ply)
            board = PostedBoard(shown, newest=False)
            await self._messenger.edit(channel_id, message_id, board)
        except (
            posting.Refusal,
            posting.TryLater,
            ServiceError,
            StorageError,
        ) as error:
            logger.info("old board keeps its buttons", match=match.id, ply=ply, reason=str(error))


def _ply_of(connection: Connection, match_id: MatchId, message_id: MessageId) -> int | None:
    """The ply that a message of the match shows."""
    its = outbox_table.c.kind.in_(BOARDS), outbox_table.c.subject_id == match_id
    found = select(outbox_table.c.version).where(*its, outbox_table.c.message_id == message_id)
    return connection.scalar(found)


def _recently_replaced(connection: Connection, shards: Shards) -> Iterator[Any]:
    """The outbox rows of boards whose next board was posted within RECOVERED of the last one."""
    posted = (
        select(outbox_table)
        .where(
            outbox_table.c.done,
            outbox_table.c.kind.in_(BOARDS),
            shards.holds(outbox_table.c.server_id),
        )
        .order_by(outbox_table.c.id.desc())
        .limit(MOST_RECOVERED)
        .subquery()
    )
    before = outbox_table.alias("before")
    comes_before = and_(
        before.c.kind.in_(BOARDS),
        before.c.subject_id == posted.c.subject_id,
        before.c.version == posted.c.version - 1,
        before.c.destination == posted.c.destination,  # in the same place
        before.c.channel_id.is_not(None),
        before.c.message_id.is_not(None),
    )
    wanted = (before.c.subject_id, before.c.version, before.c.channel_id, before.c.message_id)
    rows = connection.execute(
        select(posted.c.done_at, *wanted).select_from(posted).join(before, comes_before)
    ).all()
    ended = max((row.done_at for row in rows), default=None)
    return (row for row in rows if ended and row.done_at > ended - RECOVERED)


@dataclass(frozen=True, slots=True)
class PlacesMoved:
    """How a match changed the places of its ladder; None is no place.

    ``before`` and ``after`` are the challenger's places, ``kept`` is the holder's after it.
    """

    challenger_id: PlayerId | None
    holder_id: PlayerId | None
    before: int | None
    after: int | None
    kept: int | None


@dataclass(frozen=True, slots=True)
class WhatMoved:
    """An event: asks for the PlacesMoved by a match that has ended; None if it moved none."""

    match_id: MatchId


@dataclass(frozen=True, slots=True)
class PostedBoard:
    """A public board, with the ``names`` of the players.

    ``until`` is the deadline of the player to move, None if no time runs. ``aftermath`` and
    ``effect`` are what an ended match did to ratings and to its ladder, ``looked_back`` the number
    of moves that a review of a practice match has pointed out. Only the ``newest`` board has
    buttons.

    It is posted in the match's thread, which is opened before if ``opens_thread``, or else in the
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

    @property
    def is_beside(self) -> bool:
        """Whether it is in the second place of its match, where nobody is to move."""
        beside = self.match.match.beside
        return beside is not None and beside.seat == self.match.to_move


@dataclass(frozen=True, slots=True)
class Boards:
    """Loads and posts boards, and queues the edits of old ones."""

    database: Database
    store: MatchStore
    presence: Presence
    old_boards: OldBoards
    messenger: posting.Messenger
    now: Now
    events: Events

    @property
    def posts(self) -> tuple[posting.PostKind[PostedBoard], ...]:
        """Boards, posted once for each change, and edits of last boards after a review."""
        board = posting.PostKind(
            kind=BOARD_MESSAGE,
            waits=True,
            load=self.load,
            remember=self.remember,
            prepare=self.prepare,
            beside=_beside,
            shown=self.shown,
        )
        edit = posting.PostKind(
            kind=LOOKED_BACK_MESSAGE,
            load=self.load_reviewed,
            edited=posting.NO_REPOST,
            once=True,
        )
        return (board, replace(board, kind=BESIDE_MESSAGE), edit)

    def load(self, connection: Connection, due: outbox.Due) -> posting.Post[PostedBoard]:
        """The board of the match at the ply of the row, in the place of the row."""
        match = self.store.read(connection, MatchId(due.subject_id), due.version)
        match = match.in_server(due.server_id)
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

    def load_reviewed(
        self, connection: Connection, due: outbox.Due
    ) -> posting.Post[PostedBoard] | None:
        """The last board of a practice match again, if its review has found something."""
        match = self.store.read(connection, MatchId(due.subject_id))
        review = review_of(connection, match)
        if match.ply != due.version or review is None or not review.moments:
            return None
        aftermath = aftermath_of(connection, match)
        board = PostedBoard(match, aftermath=aftermath, looked_back=len(review.moments))
        known = posting.sent_or_none(match.match.board_channel_id, match.match.board_message_id)
        return posting.Post(board, (), known, posting.Wanted.CHANGED)

    async def prepare(
        self, due: outbox.Due, post: posting.Post[PostedBoard]
    ) -> posting.Post[PostedBoard]:
        """Open the match's thread if the board asks for it."""
        board, match = post.card, post.card.match
        if not board.opens_thread:
            return post
        try:
            thread_id = await self.messenger.open_thread(match, posting.posted_since(due))
        except posting.ServerGone:
            raise
        except posting.Refusal as error:
            return _post(board, None, _fallback(error))
        # players are added to the thread by the mentions on boards
        thread = {"thread_id": thread_id, "thread_fallback": None}
        await self.database.write(matches.set_place, match.match, **thread)
        return _post(board, thread_id, None)

    def shown(self, board: PostedBoard, message: posting.Sent) -> None:
        """Queue the edit of the board that was the match's newest so far."""
        self.old_boards.note(board.match.match, board.match.ply, message[1])

    def remember(self, connection: Connection, board: PostedBoard, message: posting.Sent) -> None:
        """Store the message of the match's newest board, and start the player's clock."""
        read, ply, now = board.match.match, board.match.ply, self.now()
        if read.time is not None:
            self.presence.follow_clock(connection, read.server_id, now)
        fallback = None if message[0] == board.thread_id else board.fallback

        def remember(match: MatchSummary) -> bool:
            seen = seen_board(match, ply, now)
            return matches.set_board(connection, match, message, board.thread_id, fallback, seen)

        moving = read.ply == ply and board.match.is_running and not board.is_beside
        is_sure = read.beside is None or moving  # that the row has this place
        if not is_sure or not remember(read):  # the match has changed meanwhile
            locked = matches.get(connection, read.id, lock=True)
            if locked is None:
                return
            if read.beside is not None and locked.in_server(read.server_id) is not locked:
                there = dict(zip(("board_channel_id", "board_message_id"), message, strict=True))
                thread = {"thread_id": board.thread_id, "thread_fallback": fallback}
                matches.set_place(connection, read, **there, **thread)
                return
            remember(locked)
        if not ply:
            lead_to_board(connection, read.id, now)


def note_board(connection: Connection, change: Change, now: datetime) -> None:
    """Queue the board of a change, in each place of the match whose server is known."""
    match = change.after
    board = outbox.of_match(BOARD_MESSAGE, match.id, match.id, match.ply)
    outbox.add(connection, replace(board, destination=match.match.queue), now)
    second = match.match.beside
    if second is not None and second.server_id is not None:
        home, queue = (match_places, match.id), match.match.turned.queue
        beside = replace(board, kind=BESIDE_MESSAGE, home=home, destination=queue)
        outbox.add(connection, beside, now)


def _post(
    board: PostedBoard, thread_id: ChannelId | None, why: ThreadFallback | None
) -> posting.Post[PostedBoard]:
    channels = (thread_id, board.match.channel_id)
    places = tuple(each for each in channels if each is not None)
    return posting.Post(replace(board, thread_id=thread_id, fallback=why), places)


def _beside(board: PostedBoard, error: Exception) -> PostedBoard:
    """The board for the channel, as its thread cannot be used; a deleted thread is forgotten."""
    thread_id = None if isinstance(error, posting.ChannelGone) else board.thread_id
    return replace(board, thread_id=thread_id, fallback=_fallback(error))


def _fallback(error: Exception) -> ThreadFallback:
    if isinstance(error, posting.CannotPost):
        return ThreadFallback(FallbackReason.FORBIDDEN, error.permission)
    return ThreadFallback(FallbackReason.GONE)
