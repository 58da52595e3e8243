"""Requests that players of a match make and the others grant; and the inbox of a player's matches.

``service.py`` says what each kind of request needs, and what granting it does.
"""

from bot.features.requests.service import InboxService, Requests
from bot.features.requests.values import (
    AlreadyPaused,
    AskedTooOften,
    BadPause,
    Inbox,
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
