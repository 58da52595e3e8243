"""What one player asks and the others grant."""

from bot.features.requests.kinds import Requests
from bot.features.requests.service import requests_part
from bot.features.requests.values import (
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
