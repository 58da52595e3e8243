"""Why a step was not taken. Whenever one of these is raised, nothing was written."""

from __future__ import annotations

from bot.services.composer.models import Composing
from bot.services.errors import ServiceError


class OtherStage(ServiceError):
    """The move is put together otherwise than where the click was made; ``now`` is how."""

    now: Composing


class NotWhole(ServiceError):
    """The move cannot end where it stands."""

    now: Composing
