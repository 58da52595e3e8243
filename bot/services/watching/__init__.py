"""Looking on: which matches run in a server, and being told how they end."""

from bot.services.watching.errors import CannotFollow, FollowsThemselves, FollowsTooMany
from bot.services.watching.following import FollowedEnd, FollowService, watching_part
from bot.services.watching.service import WatchService
