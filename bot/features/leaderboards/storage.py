"""Places among ratings, counted by the index on their heights, and live lists as rows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, select

from bot.core.absences import Absence, there
from bot.features.leaderboards.values import Board
from bot.features.ratings import RatingRow
from data.ids import ChannelId, MessageId, PlayerId, ServerId
from data.standing_tables import live_leaderboards, rating_changes, ratings
from data.statements import all_of, insert_one, one_of, selecting


def total(connection: Connection, board: Board) -> int:
    """How many ratings a board has."""
    return connection.execute(select(func.count()).where(*_on(board))).scalar_one()


def rated_by_game(connection: Connection, scope: int) -> dict[str, int]:
    """How many ratings a scope has in each game; games without any are absent."""
    found = select(ratings.c.game, func.count()).where(ratings.c.scope == scope)
    return dict(map(tuple, connection.execute(found.group_by(ratings.c.game))))


def place_of(connection: Connection, board: Board, height: int) -> int:
    """The place of a rating of this height, from 1."""
    higher = select(func.count()).where(*_on(board), ratings.c.height > height)
    return connection.execute(higher).scalar_one() + 1


def sharing_before(connection: Connection, board: Board, row: RatingRow) -> int:
    """How many ratings before this one have the same height."""
    same = select(func.count()).where(*_on(board), ratings.c.height == row.height)
    return connection.execute(same.where(ratings.c.player_id > row.player_id)).scalar_one()


def page(connection: Connection, board: Board, offset: int, size: int) -> tuple[RatingRow, ...]:
    """The ratings from the ``offset``-th on, counted from 0, the highest first."""
    order = ratings.c.height.desc(), ratings.c.player_id.desc()
    # the subquery needs only the index
    people = select(ratings.c.player_id).where(*_on(board)).order_by(*order)
    listed = ratings.c.player_id.in_(people.offset(offset).limit(size))
    query = selecting(ratings, RatingRow).where(*_on(board), listed)
    return all_of(connection, query.order_by(*order), RatingRow)


@dataclass(frozen=True, slots=True)
class RecentChange:
    """How many points a rating has moved since a time, and the record since then."""

    moved: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


def recent_changes(
    connection: Connection, board: Board, people: Sequence[PlayerId]
) -> dict[PlayerId, RecentChange]:
    """How ratings have changed in the time of the trend; unchanged ones are absent."""
    found = connection.execute(
        select(
            rating_changes.c.player_id,
            rating_changes.c.outcome,
            rating_changes.c.points_before,
            rating_changes.c.points,
        )
        .where(
            rating_changes.c.player_id.in_(people),
            rating_changes.c.game == board.game,
            rating_changes.c.scope == board.scope,
            rating_changes.c.at >= board.trend_since,
        )
        .order_by(rating_changes.c.player_id, rating_changes.c.number)
    )
    return {
        player: _summed_up(list(moved))
        for player, moved in groupby(found, key=lambda row: PlayerId(row.player_id))
    }


def _summed_up(moved: list[Any]) -> RecentChange:
    outcomes = [row.outcome for row in moved]
    change = moved[-1].points - moved[0].points_before
    return RecentChange(change, outcomes.count(1), outcomes.count(0), outcomes.count(-1))


def _on(board: Board) -> tuple[ColumnElement[bool], ...]:
    there = (ratings.c.game == board.game, ratings.c.scope == board.scope)
    return (*there, ratings.c.day >= board.first_day) if board.first_day else there


@dataclass(frozen=True, slots=True)
class LiveList:
    """A live list in a channel; ``shown`` is the digest of what it shows since ``edited_at``."""

    id: int
    server_id: ServerId
    channel_id: ChannelId
    game: str
    message_id: MessageId | None
    shown: str | None
    edited_at: datetime | None


def add(
    connection: Connection, server_id: ServerId, channel_id: ChannelId, game: str, now: datetime
) -> int:
    """Store a live list, and give its number."""
    row = {"server_id": server_id, "channel_id": channel_id, "game": game, "created_at": now}
    return insert_one(connection, live_leaderboards, row)


def get(connection: Connection, list_id: int) -> LiveList | None:
    """The list; None if it was removed."""
    return one_of(connection, _LISTS.filter_by(id=list_id), LiveList)


def in_channel(connection: Connection, channel_id: ChannelId, game: str) -> LiveList | None:
    """The list of a game in a channel, or None."""
    return one_of(connection, _LISTS.filter_by(channel_id=channel_id, game=game), LiveList)


def of_game(connection: Connection, server_id: ServerId, game: str) -> tuple[LiveList, ...]:
    """The lists of a game in a server."""
    return all_of(connection, _LISTS.filter_by(server_id=server_id, game=game), LiveList)


def in_channels(
    connection: Connection, server_id: ServerId, channels: Collection[ChannelId | None]
) -> tuple[LiveList, ...]:
    """The lists in these channels of a server."""
    theirs = _LISTS.filter_by(server_id=server_id)
    theirs = theirs.where(live_leaderboards.c.channel_id.in_(channels))
    return all_of(connection, theirs.order_by(live_leaderboards.c.id), LiveList)


def remove(connection: Connection, list_id: int) -> None:
    """Remove the list; its message stays."""
    connection.execute(delete(live_leaderboards).filter_by(id=list_id))


_LISTS = selecting(live_leaderboards, LiveList)


def drop_lists(connection: Connection, absence: Absence) -> None:
    """Delete the live leaderboards in the place of an absence."""
    connection.execute(delete(live_leaderboards).where(there(live_leaderboards, absence)))
