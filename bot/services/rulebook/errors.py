"""Why something was not done: no rules text.

Whenever one of these is raised, nothing was written.
"""

from bot.services.errors import ServiceError
from rules.game import GameInfo


class RulesMissing(ServiceError):
    """The text of a game's rules is not where the program looks for it."""

    info: GameInfo
