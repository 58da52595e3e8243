"""What is posted of the Daily in servers: the puzzle, a thread about it, and what people share."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection

from bot.core import outbox
from bot.core.absences import Home
from bot.core.living import Living, digest
from bot.core.matches import Now
from bot.core.outbox import Due, NewMessage
from bot.core.posting import NO_REPOST, Messenger, Post, PostKind, Refusal, Wanted
from bot.features.daily import storage
from bot.features.daily.calendar import day_of
from bot.features.daily.storage import Counts, DailyChannel, DailyPost
from bot.features.places import GivenUp, LostSetting, WhatIsLost
from data.ids import ChannelId, PlayerId, ServerId
from data.standing_tables import daily_channels, daily_posts
from data.states import MessageKind
from data.tables import servers
from renderer import PictureRequest
from rules.puzzles import Puzzle
from rules.texts import Text

HOME = Home(daily_channels, daily_channels.c.server_id, daily_channels.c.channel_id)
SHARE_MESSAGE = MessageKind("daily_share", separate=True, personal=True)
TALK = Text("Talk about it")


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution of the Daily before, and its counts in this server and everywhere."""

    day: int
    puzzle: Puzzle
    here: Counts
    everywhere: Counts

    @property
    def picture(self) -> PictureRequest:
        position, move = self.puzzle.position, self.puzzle.answer()
        return PictureRequest(position.after(move), position.events(move))


@dataclass(frozen=True, slots=True)
class DailyCard:
    """A Daily to post, with its counts in this server, and the solution of the one before."""

    post: DailyPost
    puzzle: Puzzle
    counts: Counts
    solution: Solution | None = None

    @property
    def picture(self) -> PictureRequest:
        return PictureRequest(self.puzzle.position)

    @property
    def digest(self) -> str:
        """Equal for cards that show the same."""
        return digest(self.post.closed, self.counts.solved, self.counts.first)


@dataclass(frozen=True, slots=True)
class SharedDaily:
    """How a person got on with a Daily; ``month``: how many of this month they have solved."""

    player_id: PlayerId
    day: int
    puzzle: Puzzle
    tries: int
    is_solved: bool
    month: int


DAILY: Living[DailyCard] = Living(
    MessageKind("daily"), daily_posts, attrgetter("post"), "edited_at"
)


def post_day(connection: Connection, place: DailyChannel, now: datetime) -> None:
    """Post the Daily of today, and close the one before; nothing if the server has it already."""
    day = day_of(now)
    storage.choose(connection, day)
    before = storage.posts(connection, server_id=place.server_id, closed=False)
    post_id = storage.add_post(connection, place, day, now)
    if post_id is None:
        return
    for each in before:
        close(connection, each, now)
    DAILY.queue(connection, post_id, now, order=place.server_id)


def close(connection: Connection, post: DailyPost, now: datetime, *, closed: bool = True) -> None:
    """Close a post or open it again, and edit its message."""
    storage.close(connection, post.id, closed=closed)
    DAILY.queue(connection, post.id, now, order=post.server_id)


def share(
    connection: Connection, shared: SharedDaily, server_id: ServerId, there: ChannelId, at: datetime
) -> None:
    """Post what somebody shares, once in a channel."""
    queue, its = f"daily_share:{there}", f"{shared.day}:{there}"
    home, words = (servers, server_id), f"{shared.day} {there}"
    row = NewMessage(SHARE_MESSAGE, shared.player_id, queue, home, topic=its, words=words)
    outbox.add(connection, row, at)


def shared_of(connection: Connection, player_id: PlayerId, day: int) -> SharedDaily | None:
    """How a person got on with a Daily; None if they are not through it."""
    found = storage.played(connection, player_id, [day])
    puzzle = storage.chosen(connection, [day]).get(day)
    if not found or not found[0].is_over or puzzle is None:
        return None
    month, _ = storage.solved_by(connection, player_id, day)
    is_solved = found[0].solved_at is not None
    return SharedDaily(player_id, day, puzzle, found[0].tries, is_solved, month)


def post_kinds(now: Now, messenger: Messenger) -> tuple[PostKind[Any], ...]:
    """The kinds of messages: the Daily, with a thread once it is closed, and what is shared."""

    async def open_talk(_: Due, post: Post[DailyCard]) -> Post[DailyCard]:
        if post.known is not None and post.card.post.closed:
            with suppress(Refusal):  # then there is none, or there is one
                await messenger.open_talk(*post.known, TALK)
        return post

    living = DAILY.post_kind(
        _load,
        now,
        edited=NO_REPOST,
        wanted=lambda card: Wanted.CHANGED if card.post.closed else Wanted.SHOWN,
    )
    return replace(living, prepare=open_talk), PostKind(kind=SHARE_MESSAGE, load=_load_shared)


def _load(connection: Connection, post_id: int) -> DailyCard | None:
    """The Daily to show; None if it was closed before it was posted."""
    post = next(iter(storage.posts(connection, id=post_id)), None)
    if post is None or (post.closed and post.message_id is None):
        return None
    before = storage.before(connection, post)
    days = [post.day, *([before.day] if before is not None and not post.closed else [])]
    puzzles = storage.chosen(connection, days)
    count = partial(storage.counts, connection)
    if post.day not in puzzles:
        return None
    solutions = (
        Solution(day, puzzles[day], count(day, post.server_id), count(day))
        for day in days[1:]
        if day in puzzles
    )
    here = count(post.day, post.server_id)
    return DailyCard(post, puzzles[post.day], here, next(solutions, None))


def _load_shared(connection: Connection, due: Due) -> Post[SharedDaily] | None:
    day, channel_id = map(int, (due.words or "0 0").split())
    shared = shared_of(connection, PlayerId(due.subject_id), day)
    return None if shared is None else Post(shared, (ChannelId(channel_id),))


def lost_channel(connection: Connection, reach: WhatIsLost) -> Iterator[LostSetting]:
    """The channel of the Daily, if the bot cannot post in it any more."""
    place = storage.channel_of(connection, reach.server_id)
    if place is not None and place.channel_id in reach.shut:
        yield LostSetting(Text("I cannot post in the channel of the Daily any more."))


def drop_channel(connection: Connection, given_up: GivenUp, _: datetime) -> None:
    """End the Daily in the place that was given up."""
    its = daily_channels.c
    storage.drop_channels(connection, given_up.absence.holds(its.server_id, its.channel_id))
