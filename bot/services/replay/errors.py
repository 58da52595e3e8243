"""Why something was not done when looking back.

Whenever one of these is raised, nothing was written.
"""

from bot.services.errors import ServiceError
from bot.services.matches import MatchState


class NoResult(ServiceError):
    """The match ended without a result, or was annulled."""

    view: MatchState
