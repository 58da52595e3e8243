"""Replays: looking back at a match step by step, its review, and sharing it.

A review is worked out by an engine after a match has ended (``reviews.py``): how good each move
was, and what would have been better. Which moves are pointed out is decided in ``review.py``.
"""

from bot.features.replays.reviews import LOOKED_BACK_MESSAGE, REVIEW_TIMER, Reviews, review_of
from bot.features.replays.service import MatchReplay, ReplayService
