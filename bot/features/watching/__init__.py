"""Following people and matches."""

from bot.features.watching.service import (
    CannotFollow,
    FollowedEnd,
    FollowsThemselves,
    FollowsTooMany,
    Watched,
    WatchService,
    watching_part,
)
