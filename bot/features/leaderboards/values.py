"""What a page of a leaderboard holds."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.core.errors import ServiceError
from bot.features.leaderboards.storage import LeaderboardKey
from bot.features.ratings import ACTIVE_WITHIN, Rating
from bot.features.ratings.storage import ALL_TIME
from data.ids import ChannelId, PlayerId, ServerId
from rules.game import GameInfo

ON_PAGE = 10
TREND = timedelta(days=30)
"""Over how long the trend of a rating is told."""


class Period(StrEnum):
    """Who is listed: who plays, who has played this month, or everybody who ever did."""

    ACTIVE = "active"
    MONTH = "month"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """One player's line. ``place`` is shared by equal ratings.

    The record is that of the month where the list is of the month. ``trend`` is by how many points
    the rating rose in TREND, or in the month. ``is_hidden``: not to be named in servers that the
    player is not in; ``stays_named``: to be named though the player has left.
    """

    place: int
    player_id: PlayerId
    rating: Rating
    won: int
    drawn: int
    lost: int
    trend: int
    is_hidden: bool
    stays_named: bool


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """Whoever looks: their line if they are listed, else their rating, None for none."""

    line: LeaderboardLine | None
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page, counted from 0. ``server_id`` is None for everywhere; ``total`` counts all lines."""

    info: GameInfo
    server_id: ServerId | None
    period: Period
    number: int
    total: int
    lines: tuple[LeaderboardLine, ...]
    own: OwnStanding

    @property
    def last(self) -> int:
        return max(self.total - 1, 0) // ON_PAGE


def board_of(game: str, scope: int, period: Period, now: datetime) -> LeaderboardKey:
    """Which ratings are compared at a time."""
    today = now.date()
    match period:
        case Period.ACTIVE:
            since = (today - ACTIVE_WITHIN).toordinal()
        case Period.MONTH:
            since = today.replace(day=1).toordinal()
        case Period.ALL:
            since = ALL_TIME
    return LeaderboardKey(game, scope, since)


def told_since(period: Period, now: datetime) -> datetime:
    """From when on the trend is told."""
    if period is Period.MONTH:
        return now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return now - TREND


class AlreadyLive(ServiceError):
    """The channel has such a list."""

    channel_id: ChannelId
