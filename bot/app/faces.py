"""What every kind of card looks like: the areas draw them, the messenger posts them."""

from __future__ import annotations

from bot.chat.challenges.card import face_of as challenge_face
from bot.chat.clocks.card import face_of as clock_face
from bot.chat.ladders.card import face_of_news, face_of_standings
from bot.chat.leaderboards.card import face_of as live_face
from bot.chat.matches.digest import face_of as digest_face
from bot.chat.messenger.messenger import Face
from bot.chat.puzzles.card import face_of as weekly_face
from bot.chat.reminders.card import face_of as reminder_face
from bot.chat.requests.card import face_of as request_face
from bot.services.challenges import Challenge
from bot.services.delivery import Card
from bot.services.ladders import LadderCard, LadderNews
from bot.services.leaderboards import LiveLeaderboard
from bot.services.puzzles import WeeklyCard
from bot.services.reminders import Digest, ReminderCard
from bot.services.requests import MatchRequest
from bot.services.timekeeping import ClockNews


def face_of(card: Card) -> Face:
    """What the card looks like now."""
    match card:
        case Challenge():
            return challenge_face(card)
        case ClockNews():
            return clock_face(card)
        case LiveLeaderboard():
            return live_face(card)
        case WeeklyCard():
            return weekly_face(card)
        case ReminderCard():
            return reminder_face(card)
        case Digest():
            return digest_face(card)
        case MatchRequest():
            return request_face(card)
        case LadderCard():
            return face_of_standings(card)
        case LadderNews():
            return face_of_news(card)
