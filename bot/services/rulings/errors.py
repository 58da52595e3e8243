"""Why something was not done by a manager.

Whenever one of these is raised, nothing was written.
"""

from __future__ import annotations

from bot.services.errors import ServiceError
from bot.services.matches import MatchState


class BadRanking(ServiceError):
    """The ranking does not name every seat of the match once."""

    view: MatchState
