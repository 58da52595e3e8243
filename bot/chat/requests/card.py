"""The card of a request, as everybody sees it where the match is played."""

from __future__ import annotations

from bot.chat.messenger.faces import Face
from bot.chat.requests.layouts import RequestAction, RequestButton
from bot.chat.requests.layouts import request as layout_of
from bot.services.requests import MatchRequest


def face_of(request: MatchRequest) -> Face:
    """What the card looks like now; posting it mentions those who have to answer."""
    mark = RequestButton(request.kind, request.id, RequestAction.GRANT)
    return Face(layout_of(request), request.awaiting, str(mark))
