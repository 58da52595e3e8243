"""The weekly puzzle of a server: posted in a channel, solved privately, its solvers counted.

The solution is shown with the next puzzle, a week later.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter
from random import Random

from sqlalchemy import Connection, delete, func, select, update

from bot.core import outbox, timers
from bot.core.absences import Home
from bot.core.actor import Actor
from bot.core.living import Living, digest
from bot.core.matches import Service
from bot.core.people import players
from bot.core.people.settings import managed, server_settings
from bot.core.posting import NO_REPOST, PostKind, Wanted
from bot.core.timers import Timer
from bot.features.places import GivenUp, LostSetting, WhatIsLost
from bot.features.practice import storage
from bot.features.practice.puzzles import UnknownPuzzle
from data import statements
from data.database import reads, writes
from data.ids import ChannelId, MessageId, PlayerId, ServerId
from data.standing_tables import weekly_channels, weekly_players, weekly_posts
from data.statements import put
from data.states import MessageKind, TimerKind
from renderer import PictureRequest
from rules.puzzles import Puzzle, puzzle_of, weekly_puzzles
from rules.texts import Text

WEEKLY_TIMER = TimerKind("weekly")
WEEKLY_MESSAGE = MessageKind("weekly")

HOME = Home(weekly_channels, weekly_channels.c.server_id, weekly_channels.c.channel_id)


@dataclass(frozen=True, slots=True)
class WeeklyPost:
    """A puzzle posted in a channel, whose solution is shown from ``closes_at`` on.

    ``shown`` is the digest of what its message shows since ``edited_at``.
    """

    id: int
    server_id: ServerId
    channel_id: ChannelId
    puzzle: str
    closes_at: datetime
    closed: bool
    message_id: MessageId | None
    shown: str | None
    edited_at: datetime | None


def channel_of(
    connection: Connection, server_id: ServerId, *, lock: bool = False
) -> ChannelId | None:
    """The channel of a server's weekly puzzle, or None."""
    query = select(weekly_channels.c.channel_id).filter_by(server_id=server_id)
    return connection.scalar(query.with_for_update() if lock else query)


def lost_channel(connection: Connection, reach: WhatIsLost) -> Iterator[LostSetting]:
    """The channel of the weekly puzzle, if the bot cannot post in it any more."""
    channel_id = channel_of(connection, reach.server_id)
    if channel_id is not None and channel_id in reach.shut:
        yield LostSetting(Text("I cannot post in the channel of the weekly puzzle any more."))


def drop_channel(connection: Connection, given_up: GivenUp, _: datetime) -> None:
    """End the weekly puzzle in the place that was given up."""
    its = weekly_channels.c
    within = given_up.absence.holds(its.server_id, its.channel_id)
    connection.execute(delete(weekly_channels).where(within))


def add_post(
    connection: Connection,
    server_id: ServerId,
    channel_id: ChannelId,
    puzzle: str,
    closes_at: datetime,
    now: datetime,
) -> int:
    """Store a post, and give its number."""
    row = {"server_id": server_id, "channel_id": channel_id, "puzzle": puzzle}
    row |= {"closes_at": closes_at, "created_at": now}
    return statements.insert_one(connection, weekly_posts, row)


def get(connection: Connection, post_id: int) -> WeeklyPost | None:
    """The post with this number."""
    return statements.one_of(connection, _POSTS.filter_by(id=post_id), WeeklyPost)


def posts_of(connection: Connection, server_id: ServerId) -> tuple[WeeklyPost, ...]:
    """All posts of a server, oldest first."""
    found = _POSTS.filter_by(server_id=server_id).order_by(weekly_posts.c.id)
    return statements.all_of(connection, found, WeeklyPost)


def close(connection: Connection, post_id: int) -> None:
    """Close a post: no more solvers are counted."""
    connection.execute(update(weekly_posts).filter_by(id=post_id).values(closed=True))


def count_solvers(connection: Connection, post_id: int) -> int:
    """How many people have solved a post."""
    solvers = select(func.count()).select_from(weekly_players).filter_by(post_id=post_id)
    return connection.scalar(solvers.where(weekly_players.c.solved_at.is_not(None))) or 0


_POSTS = statements.selecting(weekly_posts, WeeklyPost)


WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class WeeklyCard:
    """A puzzle to post, with its number of solvers, and the puzzle before it."""

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
        return digest(self.post.closed, self.solvers)


WEEKLY: Living[WeeklyCard] = Living(WEEKLY_MESSAGE, weekly_posts, attrgetter("post"), "edited_at")


class WeeklyService(Service):
    """What managers decide about the weekly puzzle, and what its timer does."""

    @writes
    def start(self, connection: Connection, actor: Actor, channel_id: ChannelId) -> bool:
        """Post a puzzle a week in a channel of the actor's server, the first one now.

        Gives False and changes nothing if it is posted there already. Raises NoServerHere or
        NotAManager.
        """
        server_id, now = managed(connection, actor), self._now()
        players.ensure_server(connection, server_id, now)
        if channel_of(connection, server_id, lock=True) == channel_id:
            return False
        row = {"server_id": server_id, "channel_id": channel_id, "created_at": now}
        put(connection, weekly_channels, row)
        outbox.redirect(connection, [f"weekly:{server_id}"], channel_id, now)
        timers.set_timer(connection, WEEKLY_TIMER, server_id, now)
        return True

    @reads
    def channel(self, connection: Connection, actor: Actor) -> ChannelId | None:
        """The channel of the weekly puzzle; raises NoServerHere or NotAManager."""
        return channel_of(connection, managed(connection, actor))

    @writes
    def end(self, connection: Connection, actor: Actor) -> bool:
        """Post no more puzzles, and show the solution of the last one.

        Gives False if there were none. Raises NoServerHere or NotAManager.
        """
        server_id = managed(connection, actor)
        if channel_of(connection, server_id, lock=True) is None:
            return False
        stop(connection, server_id)
        _close_all(connection, server_id, self._now())
        return True

    @writes
    def open(self, connection: Connection, actor: Actor, post_id: int) -> Puzzle:
        """The puzzle of a post, for an actor who will solve it; raises UnknownPuzzle.

        An actor who has solved it before elsewhere is counted at once.
        """
        post = get(connection, post_id)
        puzzle = None if post is None else puzzle_of(post.puzzle)
        if post is None or puzzle is None:
            raise UnknownPuzzle
        now = self._now()
        players.ensure(connection, [actor.id], now)
        if not post.closed:
            row = {"post_id": post_id, "player_id": actor.id, "opened_at": now}
            statements.insert_missing(connection, weekly_players, [row])
            if storage.puzzle_state(connection, actor.id, puzzle.id).solved_at is not None:
                count_solver(connection, actor.id, puzzle.id, now)
        return puzzle

    @property
    def post_kind(self) -> PostKind[WeeklyCard]:
        """The kind of message that posts the puzzles."""
        return WEEKLY.post_kind(
            load_weekly,
            self._now,
            edited=NO_REPOST,
            wanted=lambda card: Wanted.CHANGED if card.post.closed else Wanted.SHOWN,
        )

    def post_next(self, connection: Connection, timer: Timer, now: datetime) -> None:
        """Close the last puzzle and post another, however late; the weekday stays the same."""
        server_id = ServerId(timer.subject_id)
        channel_id = channel_of(connection, server_id, lock=True)
        if channel_id is None:
            return
        _close_all(connection, server_id, now)
        following = timer.due_at + WEEK
        while following <= now:
            following += WEEK
        puzzle = _next_puzzle(connection, server_id)
        if puzzle is not None:
            post_id = add_post(connection, server_id, channel_id, puzzle.id, following, now)
            WEEKLY.queue(connection, post_id, now, order=server_id)
        timers.set_timer(connection, WEEKLY_TIMER, server_id, following)


def count_solver(
    connection: Connection, player_id: PlayerId, puzzle_id: str, now: datetime
) -> None:
    """Count a person who has solved a puzzle at the open posts from which they opened it."""
    unsolved = weekly_players.c.solved_at.is_(None)
    mine = select(weekly_players.c.post_id).filter_by(player_id=player_id).where(unsolved)
    opened = _POSTS.filter_by(puzzle=puzzle_id).where(~weekly_posts.c.closed)
    found = opened.where(weekly_posts.c.id.in_(mine))
    posts = statements.all_of(connection, found, WeeklyPost)
    these = weekly_players.c.post_id.in_([post.id for post in posts])
    solved = update(weekly_players).filter_by(player_id=player_id).where(these)
    connection.execute(solved.values(solved_at=now))
    for post in posts:
        WEEKLY.queue(connection, post.id, now, post.edited_at, post.server_id)


def load_weekly(connection: Connection, post_id: int) -> WeeklyCard | None:
    """The puzzle to show; None if it was closed before it was posted."""
    post = get(connection, post_id)
    puzzle = None if post is None else puzzle_of(post.puzzle)
    if post is None or puzzle is None or (post.closed and post.message_id is None):
        return None
    solvers = count_solvers(connection, post.id)
    seen = (weekly_posts.c.id < post.id, weekly_posts.c.message_id.is_not(None))
    here = _POSTS.filter_by(server_id=post.server_id, channel_id=post.channel_id).where(*seen)
    latest = here.order_by(weekly_posts.c.id.desc()).limit(1)
    before = statements.one_of(connection, latest, WeeklyPost)
    earlier = None if before is None else puzzle_of(before.puzzle)
    if before is None or earlier is None:
        return WeeklyCard(post, puzzle, solvers)
    return WeeklyCard(post, puzzle, solvers, earlier, count_solvers(connection, before.id))


def stop(connection: Connection, server_id: ServerId) -> None:
    """Post no more puzzles in a server."""
    connection.execute(delete(weekly_channels).filter_by(server_id=server_id))
    timers.cancel(connection, WEEKLY_TIMER, server_id)


def order_of(server_id: ServerId, found: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    """The puzzles in an order of this server's own."""
    return tuple(Random(f"weekly {server_id}").sample(found, len(found)))


def _next_puzzle(connection: Connection, server_id: ServerId) -> Puzzle | None:
    """A puzzle of the server's games that it has not had, else the one it had longest ago."""
    played, known = server_settings.get(connection, server_id).games, weekly_puzzles()
    fitting = [each for each in known if each.game in played] or known
    order = order_of(server_id, fitting)
    posted = [post.puzzle for post in posts_of(connection, server_id)]
    last = {puzzle: number for number, puzzle in enumerate(posted)}
    return min(order, key=lambda each: last.get(each.id, -1), default=None)


def _close_all(connection: Connection, server_id: ServerId, now: datetime) -> None:
    for post in posts_of(connection, server_id):
        if not post.closed:
            close(connection, post.id)
            WEEKLY.queue(connection, post.id, now, order=server_id)
