"""What one player asks and the others grant."""

from bot.services.requests.kinds import Requests
from bot.services.requests.models import (
    AlreadyPaused,
    AskedTooOften,
    BadPause,
    EnginesAgreeToNoDraw,
    Inbox,
    InboxService,
    MatchRequest,
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
from bot.services.requests.service import requests_part
