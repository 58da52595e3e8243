"""A turn's board on its way to where the match is played: the thread, or else the channel."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.services.boards.board import Board
from bot.services.boards.old_boards import OldBoards
from bot.services.ladders import effect_of
from bot.services.matches import Change, Hook, MatchState, MatchStore, Now, picture_of
from bot.services.matches import storage as matches
from bot.services.matches.storage import SeenBoard
from bot.services.outbox import storage as outbox
from bot.services.outbox.storage import Due
from bot.services.part import Part
from bot.services.people.settings import server_settings
from bot.services.pictures import PictureService
from bot.services.posting import (
    CannotPost,
    ChannelGone,
    Post,
    PostKind,
    Sent,
    TryLater,
    Wire,
    posted_since,
)
from bot.services.results import aftermath_of
from bot.services.timekeeping import Presence, promised_deadline, seen_board
from data.database import Database
from data.ids import ChannelId, MatchId
from data.states import FallbackReason, MessageKind, ThreadFallback


@dataclass(frozen=True, slots=True)
class Boards:
    """Posts boards, each once; the one before loses its buttons later."""

    database: Database
    store: MatchStore
    presence: Presence
    pictures: PictureService
    old_boards: OldBoards
    wire: Wire
    now: Now

    def load(self, connection: Connection, due: Due) -> Post[Board]:
        """The match as it stood then."""
        match = self.store.read(connection, MatchId(due.subject_id), due.version)
        until = promised_deadline(match, self.now())
        aftermath = None if match.is_running else aftermath_of(connection, match)
        counts = not match.is_running and match.match.ladder_id is not None
        effect = effect_of(connection, match.id) if counts else None
        thread_id, fallback, opens = match.thread_id, match.match.thread_fallback, False
        if thread_id is None and fallback is None and match.server_id is not None:
            opens = server_settings.get(connection, match.server_id).threads
        board = Board(match, until, aftermath, effect, opens_thread=opens)
        return _post(board, thread_id, fallback)

    async def prepare(self, due: Due, post: Post[Board]) -> Post[Board]:
        """Open the match's thread, where it has none and may have one."""
        board, match = post.card, post.card.match
        if not board.opens_thread:
            return post
        try:
            opening = self.wire.messenger.open_thread(match, posted_since(due))
            thread_id = await self.wire.soon(opening)
        except (CannotPost, ChannelGone) as error:
            return _post(board, None, _fallback(error))
        # remembered first: whoever cannot be invited must not cost the match its thread
        await self.database.write(matches.set_thread, match.id, thread_id, None)
        await self._invite(thread_id, match)
        return _post(board, thread_id, None)

    async def draw(self, board: Board) -> bytes:
        """The position, with the last move."""
        return await self.pictures.board(picture_of(board.match))

    def shown(self, board: Board, message: Sent) -> None:
        """Have the buttons taken off the board that the match had so far."""
        if board.match.board_message_id != message[1]:
            self.old_boards.note(board.match.match, board.match.ply - 1)

    def remember(self, connection: Connection, board: Board, message: Sent) -> None:
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

    async def _invite(self, thread_id: ChannelId, match: MatchState) -> None:
        try:
            await self.wire.soon(self.wire.messenger.invite(thread_id, match))
        except (CannotPost, ChannelGone, TryLater):
            return  # the board mentions who is to move, which brings them in


def boards_part(boards: Boards) -> Part:
    """Every change of a match has a board, in the thread if that takes it."""
    kind = PostKind(
        kind=MessageKind.BOARD,
        load=boards.load,
        remember=boards.remember,
        prepare=boards.prepare,
        draw=boards.draw,
        beside=_beside,
        shown=boards.shown,
    )
    return Part(changed=(Hook(note_board),), posts=(kind,))


def note_board(connection: Connection, change: Change, now: datetime) -> None:
    """Have the board posted that a change leads to."""
    match = change.after
    outbox.add(connection, outbox.of_match(MessageKind.BOARD, match.id, match.id, match.ply), now)


def _post(board: Board, thread_id: ChannelId | None, why: ThreadFallback | None) -> Post[Board]:
    channels = (thread_id, board.match.channel_id)
    places = tuple(each for each in channels if each is not None)
    return Post(replace(board, thread_id=thread_id, fallback=why), places)


def _beside(board: Board, error: Exception) -> Board:
    """As it is posted in the channel, which is told why; a thread that is gone is forgotten."""
    thread_id = None if isinstance(error, ChannelGone) else board.thread_id
    return replace(board, thread_id=thread_id, fallback=_fallback(error))


def _fallback(error: Exception) -> ThreadFallback:
    if isinstance(error, CannotPost):
        return ThreadFallback(FallbackReason.FORBIDDEN, error.permission)
    return ThreadFallback(FallbackReason.GONE)
