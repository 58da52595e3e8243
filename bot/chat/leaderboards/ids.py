"""The buttons and lists below leaderboards."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.chat.common.custom_id import CustomId, Name
from bot.services.leaderboards import Period


class ListAction(StrEnum):
    """What a button or list below a leaderboard does."""

    PAGE = "page"
    OWN = "own"
    KIND = "kind"
    LIVE = "live"
    END = "end"


class ListPlace(StrEnum):
    """Whose ratings a leaderboard compares."""

    HERE = "here"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class LeaderboardButton(CustomId):
    """A button or list below a leaderboard; pages count from 0."""

    PREFIX: ClassVar[str] = "lb"
    game: Name
    place: ListPlace
    period: Period
    page: int
    action: ListAction
