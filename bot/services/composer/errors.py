"""Why a step was not taken. Whenever one of these is raised, nothing was written."""

from typing import Any

from bot.services.composer.models import Composing
from bot.services.errors import ServiceError
from rules.errors import MoveError


class MovedOn(ServiceError):
    """The board is not as it was where the click was made; ``now`` is how it stands."""

    now: Any


class IllegalThere(ServiceError):
    """What was typed is no legal move on the board, which stands as ``now``."""

    error: MoveError
    now: Any


class NotWhole(ServiceError):
    """The move cannot end where it stands."""

    now: Composing
