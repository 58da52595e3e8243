"""Requests that players of a match make and the others grant; and the inbox of a player's matches.

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
