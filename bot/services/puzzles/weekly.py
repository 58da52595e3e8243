"""A puzzle a week in a server's channel: solved privately, counted, and explained a week later."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import Connection

from bot.services import timers
from bot.services.actor import Actor
from bot.services.matches import Service
from bot.services.outbox import Due
from bot.services.part import Part
from bot.services.people import players
from bot.services.people.settings import server_settings
from bot.services.pictures import PictureService
from bot.services.posting import LET_BE, ChannelGone, Post, PostKind, Sent, Wanted, sent_at
from bot.services.puzzles import storage, weekly_storage
from bot.services.puzzles.service import UnknownPuzzle
from bot.services.puzzles.weekly_storage import WeeklyPost
from bot.services.settings import managed
from bot.services.timers import Timer
from data.ids import ChannelId, PlayerId, ServerId
from data.states import MessageKind, TimerKind
from data.transactions import writes
from renderer import PictureRequest
from rules.puzzles import Puzzle, puzzle_of, weekly_puzzles
from rules.texts import Wording

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class WeeklyCard:
    """A puzzle as its message shall show it: how many have solved it, and the one before."""

    post: WeeklyPost
    puzzle: Puzzle
    solvers: int
    earlier: Puzzle | None = None
    earlier_solvers: int = 0

    @property
    def picture(self) -> PictureRequest:
        return PictureRequest(self.puzzle.position)

    @property
    def digest(self) -> str:
        """Equal for cards that show the same."""
        told = (self.post.closed, self.solvers)
        return hashlib.sha256(repr(told).encode()).hexdigest()


class WeeklyService(Service):
    """What managers decide about it, and what is done at its times."""

    @writes
    def keep(self, connection: Connection, actor: Actor, channel_id: ChannelId) -> bool:
        """Want a puzzle a week in a channel of the actor's server, the first one now.

        False for the channel that has it already, where nothing changes. Raises NoServerHere or
        NotAManager.
        """
        server_id, now = managed(connection, actor), self._now()
        players.ensure_server(connection, server_id, now)
        if weekly_storage.channel_of(connection, server_id, lock=True) == channel_id:
            return False
        weekly_storage.set_channel(connection, server_id, channel_id, now)
        timers.set_timer(connection, Timer(TimerKind.WEEKLY, server_id, now))
        return True

    @writes
    def end(self, connection: Connection, actor: Actor) -> bool:
        """Want no more puzzles; the solution of the last one is told. Whether there were any.

        Raises NoServerHere or NotAManager.
        """
        server_id = managed(connection, actor)
        if weekly_storage.channel_of(connection, server_id, lock=True) is None:
            return False
        stop(connection, server_id)
        _close_all(connection, server_id, self._now())
        return True

    @writes
    def open(self, connection: Connection, actor: Actor, post_id: int) -> Puzzle:
        """The puzzle of a post, for somebody who will solve it; raises UnknownPuzzle.

        Whoever has solved it before, elsewhere, counts here as well.
        """
        post = weekly_storage.get(connection, post_id)
        puzzle = None if post is None else puzzle_of(post.puzzle)
        if post is None or puzzle is None:
            raise UnknownPuzzle
        now = self._now()
        players.ensure(connection, [actor.id], now)
        if not post.closed:
            weekly_storage.note_opened(connection, post_id, actor.id, now)
            if storage.get(connection, actor.id, puzzle.id).solved_at is not None:
                count_solver(connection, actor.id, puzzle.id, now)
        return puzzle

    def part(self, pictures: PictureService) -> Part:
        """One puzzle follows the other. Each is posted once, and edited then."""

        async def draw(card: WeeklyCard, wording: Wording) -> bytes:
            return await pictures.still(replace(card.picture, wording=wording))

        def remember(connection: Connection, card: WeeklyCard, message: Sent) -> None:
            post_id, now = card.post.id, self._now()
            weekly_storage.note_shown(connection, post_id, message[1], card.digest, now)

        kind = PostKind(
            kind=MessageKind.WEEKLY,
            load=load_weekly,
            draw=draw,
            remember=remember,
            refused={ChannelGone: leave_channel},
            edited=LET_BE,
        )
        return Part(timers={TimerKind.WEEKLY: self.follow}, posts=(kind,))

    def follow(self, connection: Connection, timer: Timer, now: datetime) -> None:
        """Close the puzzle of the week before, and have the next one posted.

        Whatever time has passed, it is one puzzle, and the day of the week stays.
        """
        server_id = ServerId(timer.subject_id)
        channel_id = weekly_storage.channel_of(connection, server_id, lock=True)
        if channel_id is None:
            return
        _close_all(connection, server_id, now)
        following = timer.due_at + WEEK
        while following <= now:
            following += WEEK
        puzzle = _next_puzzle(connection, server_id)
        if puzzle is not None:
            post_id = weekly_storage.add_post(
                connection, server_id, channel_id, puzzle.id, following, now
            )
            weekly_storage.note_post(connection, post_id, server_id, now)
        timers.set_timer(connection, Timer(TimerKind.WEEKLY, server_id, following))


def count_solver(
    connection: Connection, player_id: PlayerId, puzzle_id: str, now: datetime
) -> None:
    """Count somebody who has solved a puzzle in the posts from which they came."""
    for post in weekly_storage.note_solved(connection, player_id, puzzle_id, now):
        weekly_storage.note_post(connection, post.id, post.server_id, now, post.edited_at)


def load_weekly(connection: Connection, due: Due) -> Post[WeeklyCard] | None:
    """The puzzle as it is to be shown; None if it shows that, or was never seen and is over."""
    post = weekly_storage.get(connection, due.subject_id)
    puzzle = None if post is None else puzzle_of(post.puzzle)
    if post is None or puzzle is None or (post.closed and post.message_id is None):
        return None
    solvers = weekly_storage.count_solvers(connection, post.id)
    before = weekly_storage.before(connection, post)
    earlier = None if before is None else puzzle_of(before.puzzle)
    if before is None or earlier is None:
        card = WeeklyCard(post, puzzle, solvers)
    else:
        told = weekly_storage.count_solvers(connection, before.id)
        card = WeeklyCard(post, puzzle, solvers, earlier, told)
    if card.digest == post.shown:
        return None
    wanted = Wanted.CHANGED if post.closed else Wanted.SHOWN
    return Post(card, (post.channel_id,), sent_at(post.channel_id, post.message_id), wanted)


def stop(connection: Connection, server_id: ServerId) -> None:
    """Let no more puzzles come in a server."""
    weekly_storage.end(connection, server_id)
    timers.cancel(connection, TimerKind.WEEKLY, server_id)


def leave_channel(connection: Connection, card: WeeklyCard) -> None:
    """Let no more puzzles come in a channel that is gone."""
    post = card.post
    if weekly_storage.channel_of(connection, post.server_id, lock=True) == post.channel_id:
        stop(connection, post.server_id)


def order_of(server_id: ServerId, found: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    """The puzzles in the order in which a server gets them, which is its own."""
    return tuple(Random(f"weekly {server_id}").sample(found, len(found)))


def _next_puzzle(connection: Connection, server_id: ServerId) -> Puzzle | None:
    """One that the server has not had, of the games that it plays; else the one longest ago."""
    allowed = server_settings.get(connection, server_id).allowed_games
    known = weekly_puzzles()
    fitting = [each for each in known if allowed is None or each.game in allowed] or known
    order = order_of(server_id, fitting)
    posted = [post.puzzle for post in weekly_storage.posts_of(connection, server_id)]
    last = {puzzle: number for number, puzzle in enumerate(posted)}
    return min(order, key=lambda each: last.get(each.id, -1), default=None)


def _close_all(connection: Connection, server_id: ServerId, now: datetime) -> None:
    for post in weekly_storage.posts_of(connection, server_id):
        if not post.closed:
            weekly_storage.close(connection, post.id)
            weekly_storage.note_post(connection, post.id, server_id, now)
