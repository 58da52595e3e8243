"""The buttons and lists below leaderboards and profiles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.chat.common.custom_id import CustomId, Name
from bot.services.leaderboards import Period
from data.ids import PlayerId


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


class ProfileAction(StrEnum):
    """What a button or list below a profile does."""

    SHOW = "show"
    GAME = "game"
    VERSUS = "versus"
    FOLLOW = "follow"
    UNFOLLOW = "unfollow"


@dataclass(frozen=True, slots=True)
class ProfileButton(CustomId):
    """A button or list below somebody's profile; ``game`` is ``all`` for all of them."""

    PREFIX: ClassVar[str] = "pf"
    player_id: PlayerId
    game: Name
    action: ProfileAction
