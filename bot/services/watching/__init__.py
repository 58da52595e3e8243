"""Looking on: which matches run in a server, and being told how one ends."""

from __future__ import annotations

from bot.services.watching.service import WatchService, tell_followers

__all__ = ["WatchService", "tell_followers"]
