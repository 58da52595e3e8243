"""What one player asks and the others grant."""

from __future__ import annotations

from bot.services.requests.draws import DrawService
from bot.services.requests.errors import (
    NoDrawsHere,
    NothingToUndo,
    NotYourRequest,
    OwnRequest,
    RequestClosed,
    RequestPending,
    RequestRefused,
    UnknownRequest,
)
from bot.services.requests.models import MatchRequest
from bot.services.requests.service import RequestService, lapse_requests
from bot.services.requests.undo import UndoService

__all__ = [
    "DrawService",
    "MatchRequest",
    "NoDrawsHere",
    "NotYourRequest",
    "NothingToUndo",
    "OwnRequest",
    "RequestClosed",
    "RequestPending",
    "RequestRefused",
    "RequestService",
    "UndoService",
    "UnknownRequest",
    "lapse_requests",
]
