"""The SQL of the Daily: the puzzle of each day, who opened it, and where it is posted."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, delete, func, select, update
from sqlalchemy.sql.elements import ColumnElement

from bot.features.daily.calendar import month_of, puzzle_for
from bot.features.practice import TRIES
from bot.features.reminders import zone_of
from data import statements
from data.ids import ChannelId, MatchId, MessageId, PlayerId, ServerId
from data.standing_tables import (
    daily_channels,
    daily_counts,
    daily_players,
    daily_posts,
    daily_puzzles,
    judgements,
    reviews,
)
from data.states import ReviewState
from data.tables import matches, seats
from rules.puzzles import Puzzle, puzzle_of

ELSEWHERE = ServerId(0)
MOST_LOOKED_AT = 40
"""How many of a person's newest moves that were not the best can become puzzles."""
MOST_LISTED = 10
"""How many people the list of a month has, beside the reader."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a person got on with a Daily; ``server_id`` is where they opened it, None elsewhere.

    ``counted``: they solved it in time, so that it counts for the month.
    """

    player_id: PlayerId
    day: int
    server_id: ServerId | None
    opened_at: datetime
    tries: int = 0
    solved_at: datetime | None = None
    counted: bool = False

    @property
    def is_over(self) -> bool:
        return self.solved_at is not None or self.tries >= TRIES


@dataclass(frozen=True, slots=True)
class Counts:
    """How many people opened a Daily, solved it, and solved it at the first try."""

    opened: int = 0
    solved: int = 0
    first: int = 0


@dataclass(frozen=True, slots=True)
class MonthLine:
    """How many Dailies of a month a person solved, and how many at the first try.

    ``is_hidden`` and ``stays_named`` are as in the person's settings.
    """

    player_id: PlayerId
    solved: int
    first: int
    is_hidden: bool = False
    stays_named: bool = False


@dataclass(frozen=True, slots=True)
class DailyChannel:
    """Where a server has the Daily: at an hour of a zone (None: UTC), on a weekday or every day."""

    server_id: ServerId
    channel_id: ChannelId
    hour: int
    zone: str | None
    weekday: int | None
    created_at: datetime

    @property
    def clocks(self) -> ZoneInfo:
        return zone_of(self.zone)


@dataclass(frozen=True, slots=True)
class DailyPost:
    """A Daily in a server's channel; ``closed`` when the next one has come.

    ``shown`` is the digest of what its message shows since ``edited_at``.
    """

    id: int
    server_id: ServerId
    channel_id: ChannelId
    day: int
    closed: bool
    message_id: MessageId | None
    shown: str | None
    edited_at: datetime | None


_PLAYED = statements.selecting(daily_players, Played)
_POSTS = statements.selecting(daily_posts, DailyPost)
_CHANNELS = statements.selecting(daily_channels, DailyChannel)


def choose(connection: Connection, day: int) -> Puzzle:
    """The puzzle of a day; the first who asks chooses it for everybody.

    It is another one if the chosen puzzle does not exist any more.
    """
    kept = select(daily_puzzles.c.puzzle).filter_by(day=day)
    known = connection.scalar(kept)
    if known is None:
        its = daily_puzzles.c
        query = select(its.puzzle, func.max(its.day)).group_by(its.puzzle)
        history = {row[0]: row[1] for row in connection.execute(query)}
        row = {"day": day, "puzzle": puzzle_for(day, history).id}
        statements.insert_missing(connection, daily_puzzles, [row])
        known = connection.scalar(kept)
    return puzzle_of(known or "") or puzzle_for(day, {})


def chosen(connection: Connection, days: Collection[int]) -> dict[int, Puzzle]:
    """The puzzles of those days that have one."""
    query = select(daily_puzzles).where(daily_puzzles.c.day.in_(days))
    found = {row.day: puzzle_of(row.puzzle) for row in connection.execute(query)}
    return {day: puzzle for day, puzzle in found.items() if puzzle is not None}


def insert(connection: Connection, played: Played) -> bool:
    """Store that a person opens a Daily; False if they did before."""
    return bool(statements.insert_missing(connection, daily_players, [statements.row_of(played)]))


def played(connection: Connection, player_id: PlayerId, days: Collection[int]) -> list[Played]:
    """How a person got on with the Dailies of these days, the newest first."""
    its = _PLAYED.filter_by(player_id=player_id).where(daily_players.c.day.in_(days))
    newest = its.order_by(daily_players.c.day.desc())
    return [*statements.all_of(connection, newest, Played)]


def put(connection: Connection, played: Played) -> None:
    """Replace what is stored of a person and a Daily."""
    statements.put(connection, daily_players, statements.row_of(played))


def counts(connection: Connection, day: int, server_id: ServerId | None = None) -> Counts:
    """The counts of a day in a server, or everywhere for None; deleted people stay counted."""
    its = daily_counts.c
    query = select(*(func.coalesce(func.sum(its[each]), 0) for each in Counts.__slots__))
    here = its.day == day if server_id is None else (its.day == day) & (its.server_id == server_id)
    return Counts(*map(int, connection.execute(query.where(here)).one()))


def count(connection: Connection, played: Played) -> None:
    """Count, without the person, that somebody opened a Daily, or that they solved it."""
    key = {"day": played.day, "server_id": played.server_id or ELSEWHERE}
    nothing = {**key, **dict.fromkeys(Counts.__slots__, 0)}
    statements.insert_missing(connection, daily_counts, [nothing])
    is_solved = played.solved_at is not None
    more = Counts(not is_solved, is_solved, is_solved and played.tries == 1)
    its = {name: daily_counts.c[name] + int(getattr(more, name)) for name in Counts.__slots__}
    connection.execute(update(daily_counts).filter_by(**key).values(its))


def month(
    connection: Connection, day: int, server_id: ServerId | None, reader: PlayerId
) -> tuple[MonthLine, ...]:
    """Who solved most Dailies in the month of this day, then the reader; in a server those there.

    It counts all that they solved in time, wherever that was.
    """
    its, solved = daily_players.c, func.count()
    first = func.count().filter(its.tries == 1)
    query = select(its.player_id, solved.label("solved"), first.label("first"))
    query = query.where(_in_month(day)).group_by(its.player_id)
    if server_id is not None:
        here = select(its.player_id).where(_in_month(day), its.server_id == server_id)
        query = query.where(its.player_id.in_(here))
    best = query.order_by(solved.desc(), first.desc(), its.player_id).limit(MOST_LISTED)
    listed = [best, query.where(its.player_id == reader)]
    lines = [line for each in listed for line in statements.all_of(connection, each, MonthLine)]
    return tuple(dict.fromkeys(lines))


def solved_by(connection: Connection, player_id: PlayerId, day: int) -> tuple[int, int]:
    """How many Dailies a person solved in time: in the month of this day, and in all."""
    query = select(func.count()).select_from(daily_players).where(daily_players.c.counted)
    own = query.filter_by(player_id=player_id)
    return connection.scalar(own.where(_in_month(day))) or 0, connection.scalar(own) or 0


def _in_month(day: int) -> ColumnElement[bool]:
    days, its = month_of(day), daily_players.c
    return its.counted & its.day.between(days[0], days[-1])


def channel_of(
    connection: Connection, server_id: ServerId, *, lock: bool = False
) -> DailyChannel | None:
    """Where a server has the Daily; None if it has not."""
    query = _CHANNELS.filter_by(server_id=server_id)
    return statements.one_of(connection, query.with_for_update() if lock else query, DailyChannel)


def put_channel(connection: Connection, channel: DailyChannel) -> None:
    """Store where a server has the Daily from now on."""
    statements.put(connection, daily_channels, statements.row_of(channel))


def drop_channels(connection: Connection, where: ColumnElement[bool]) -> None:
    """Post the Daily no more in these places."""
    connection.execute(delete(daily_channels).where(where))


def add_post(connection: Connection, place: DailyChannel, day: int, now: datetime) -> int | None:
    """Store the post of a day, and give its number; None if the server has had that day."""
    if posts(connection, server_id=place.server_id, day=day):
        return None
    row = {"server_id": place.server_id, "channel_id": place.channel_id, "day": day}
    return statements.insert_one(connection, daily_posts, {**row, "created_at": now})


def posts(connection: Connection, **its: int) -> tuple[DailyPost, ...]:
    """The posts with these values in their columns, in order."""
    query = _POSTS.filter_by(**its).order_by(daily_posts.c.id)
    return statements.all_of(connection, query, DailyPost)


def before(connection: Connection, post: DailyPost) -> DailyPost | None:
    """The last post in the same channel that was posted before this one."""
    its = daily_posts.c
    seen = (its.id < post.id, its.message_id.is_not(None))
    here = _POSTS.filter_by(server_id=post.server_id, channel_id=post.channel_id).where(*seen)
    return statements.one_of(connection, here.order_by(its.id.desc()).limit(1), DailyPost)


def close(connection: Connection, post_id: int, *, closed: bool) -> None:
    """Close a post, where nobody is counted then any more, or open it again."""
    connection.execute(update(daily_posts).filter_by(id=post_id).values(closed=closed))


def bettered(
    connection: Connection, player_id: PlayerId, *where: ColumnElement[bool]
) -> Sequence[Row[MatchId, int, Any]]:
    """The moves in a player's reviewed matches than which there is a better one.

    Each has its match, its number and what is better. Those of the newest match come first, at most
    MOST_LOOKED_AT.
    """
    its = judgements.c
    query = select(its.match_id, its.number, its.better).where(
        its.better.is_not(None),
        its.match_id == seats.c.match_id,
        seats.c.player_id == player_id,
        its.match_id == reviews.c.match_id,
        reviews.c.state == ReviewState.WHOLE,
        its.match_id == matches.c.id,
        *where,
    )
    newest = query.order_by(its.match_id.desc(), its.number).limit(MOST_LOOKED_AT)
    return connection.execute(newest).all()
