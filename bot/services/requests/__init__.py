"""What one player asks and the others grant."""

from bot.services.requests.errors import (
    AlreadyPaused,
    AskedTooOften,
    BadPause,
    EnginesAgreeToNoDraw,
    NoDrawsHere,
    NothingToUndo,
    NoTimeToPause,
    NotPaused,
    NotYourRequest,
    OwnRequest,
    OwnTimeout,
    RequestClosed,
    RequestPending,
    RequestRefused,
    TooLateToForgive,
    UnknownRequest,
)
from bot.services.requests.forgiveness import ForgivenessService
from bot.services.requests.inbox import Inbox, InboxService, inbox_of
from bot.services.requests.kinds import DrawService, PauseService, Requests, UndoService
from bot.services.requests.models import MatchRequest
from bot.services.requests.service import RequestService, requests_part
