"""What every kind of card looks like: the areas draw them, the messenger posts them."""

from __future__ import annotations

from bot.chat.challenges.card import face_of as challenge_face
from bot.chat.messenger.messenger import Face
from bot.chat.requests.card import face_of as request_face
from bot.services.challenges import Challenge
from bot.services.delivery import Card


def face_of(card: Card) -> Face:
    """What the card looks like now."""
    return challenge_face(card) if isinstance(card, Challenge) else request_face(card)
