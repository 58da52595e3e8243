"""The values of leaderboards: periods, lines and pages."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.core.errors import ServiceError
from bot.features.ratings import ACTIVE_WITHIN, Rating
from data.ids import ChannelId, PlayerId, ServerId
from rules.game import GameInfo

LINES_ON_PAGE = 10
TREND = timedelta(days=30)
"""The time over which the trend of a rating is measured."""


class Period(StrEnum):
    """Who is listed: active players, players of this month, or everybody who ever played."""

    ACTIVE = "active"
    MONTH = "month"
    ALL = "all"


class ListPlace(StrEnum):
    """Whose ratings are listed: those of the server, or those of all servers."""

    HERE = "here"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class Board:
    """Which ratings are listed at a time: of a game, in a scope, by a period."""

    game: str
    scope: int
    period: Period
    now: datetime

    @property
    def first_day(self) -> int:
        """The day since which a listed player has played a rated match."""
        today = self.now.date()
        match self.period:
            case Period.ACTIVE:
                return (today - ACTIVE_WITHIN).toordinal()
            case Period.MONTH:
                return today.replace(day=1).toordinal()
            case Period.ALL:
                return 0  # a day before every match

    @property
    def trend_since(self) -> datetime:
        """The time since which the trend is measured."""
        if self.period is Period.MONTH:
            return self.now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        return self.now - TREND


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
        return max(self.total - 1, 0) // LINES_ON_PAGE

    @property
    def place(self) -> ListPlace:
        return ListPlace.EVERYWHERE if self.server_id is None else ListPlace.HERE


class AlreadyLive(ServiceError):
    """The channel has such a list."""

    channel_id: ChannelId
