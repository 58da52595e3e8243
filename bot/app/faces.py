"""What every kind of card looks like: the areas draw them, the messenger posts them."""

from __future__ import annotations

from bot.chat.challenges.card import face_of as challenge_face
from bot.chat.clocks.card import face_of as clock_face
from bot.chat.messenger.messenger import Face
from bot.chat.requests.card import face_of as request_face
from bot.services.challenges import Challenge
from bot.services.delivery import Card
from bot.services.requests import MatchRequest
from bot.services.timekeeping import ClockNews


def face_of(card: Card) -> Face:
    """What the card looks like now."""
    match card:
        case Challenge():
            return challenge_face(card)
        case ClockNews():
            return clock_face(card)
        case MatchRequest():
            return request_face(card)
