"""Looking on: which matches run in a server, and being told how they end."""

from bot.services.watching.following import (
    CannotFollow,
    FollowedEnd,
    FollowService,
    FollowsThemselves,
    FollowsTooMany,
    WatchService,
    watching_part,
)
