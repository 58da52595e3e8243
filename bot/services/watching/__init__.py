"""Looking on: which matches run in a server, and being told how they end."""

from bot.services.watching.following import (
    CannotFollow,
    FollowedEnd,
    FollowService,
    FollowsThemselves,
    FollowsTooMany,
    watching_part,
)
from bot.services.watching.service import WatchService
