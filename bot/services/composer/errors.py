"""Why a step was not taken. Whenever one of these is raised, nothing was written."""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.composer.models import Composing
from bot.services.errors import ServiceError


@dataclass(eq=False, repr=False)
class OtherStage(ServiceError):
    """The move is put together otherwise than where the click was made; ``now`` is how."""

    now: Composing


@dataclass(eq=False, repr=False)
class NotWhole(ServiceError):
    """The move cannot end where it stands."""

    now: Composing
