"""The values of leaderboards: periods, lines and pages."""

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
"""The time over which the trend of a rating is measured."""


class Period(StrEnum):
    """Who is listed: active players, players of this month, or everybody who ever played."""

    ACTIVE = "active"
    MONTH = "month"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """One player's line. ``place`` is shared by equal ratings.

    In the list of the month the record is that of the month. ``trend``: by how many points the
    rating rose in TREND, or in the month. ``is_hidden``: the player is not named in servers that
    they are not in. ``stays_named``: the player is named in servers that they have left.
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
    """The viewer's line if they are listed, and their rating if they have one."""

    line: LeaderboardLine | None
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page; ``number`` is from 0, ``total`` counts players, no ``server_id`` is everywhere."""

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
    """The ratings on a board at a time."""
    today = now.date()
    match period:
        case Period.ACTIVE:
            since = (today - ACTIVE_WITHIN).toordinal()
        case Period.MONTH:
            since = today.replace(day=1).toordinal()
        case Period.ALL:
            since = ALL_TIME
    return LeaderboardKey(game, scope, since)


def trend_since(period: Period, now: datetime) -> datetime:
    """The time from which on the trend is measured."""
    if period is Period.MONTH:
        return now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return now - TREND


class AlreadyLive(ServiceError):
    """The channel has such a list."""

    channel_id: ChannelId
