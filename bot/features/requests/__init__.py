"""Requests that players make and the others grant; the **More** menu of a match; the inbox.

``service.py`` says what each kind of request needs, and what granting it does.
"""

from bot.features.requests.errors import (
    AlreadyPaused,
    AskedTooOften,
    BadPause,
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
from bot.features.requests.service import Inbox, InboxService, MatchRequest, Requests
