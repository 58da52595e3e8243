"""What one player asks and the others grant."""

from __future__ import annotations

from bot.services.requests.draws import DrawService
from bot.services.requests.errors import (
    AlreadyPaused,
    BadPause,
    NoDrawsHere,
    NothingToUndo,
    NoTimeToPause,
    NotPaused,
    NotYourRequest,
    OwnRequest,
    RequestClosed,
    RequestPending,
    RequestRefused,
    UnknownRequest,
)
from bot.services.requests.models import MatchRequest
from bot.services.requests.pauses import PauseService
from bot.services.requests.service import RequestService, lapse_requests
from bot.services.requests.undo import UndoService

__all__ = [
    "AlreadyPaused",
    "BadPause",
    "DrawService",
    "MatchRequest",
    "NoDrawsHere",
    "NoTimeToPause",
    "NotPaused",
    "NotYourRequest",
    "NothingToUndo",
    "OwnRequest",
    "PauseService",
    "RequestClosed",
    "RequestPending",
    "RequestRefused",
    "RequestService",
    "UndoService",
    "UnknownRequest",
    "lapse_requests",
]
