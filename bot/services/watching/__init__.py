"""Looking on: which matches run in a server, and being told how they end."""

from __future__ import annotations

from bot.services.watching.errors import CannotFollow, FollowsThemselves, FollowsTooMany
from bot.services.watching.following import (
    FollowService,
    hears_of,
    tell_followers,
    tell_friends,
)
from bot.services.watching.service import WatchService

__all__ = [
    "CannotFollow",
    "FollowService",
    "FollowsThemselves",
    "FollowsTooMany",
    "WatchService",
    "hears_of",
    "tell_followers",
    "tell_friends",
]
