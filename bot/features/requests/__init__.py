"""What one player asks and the others grant."""

from bot.features.requests.kinds import Requests
from bot.features.requests.values import (
    AlreadyPaused,
    AskedTooOften,
    BadPause,
    Inbox,
    InboxService,
    MatchRequest,
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
