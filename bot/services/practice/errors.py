"""Why something was not done on a practice board.

Whenever one of these is raised, nothing was written.
"""

from bot.services.errors import ServiceError


class NoPractice(ServiceError):
    """The person has no board to practise on."""
