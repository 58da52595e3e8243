"""Looking on: which matches run in a server, and being told how they end."""

from __future__ import annotations

from bot.services.watching.errors import CannotFollow, FollowsThemselves
from bot.services.watching.following import FollowService, follows_in
from bot.services.watching.service import PART, WatchService
