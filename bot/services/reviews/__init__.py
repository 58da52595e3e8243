"""Reviews: how good the moves of an ended match were, and what would have been better."""

from bot.services.reviews.expectations import steps_of_moves, strip
from bot.services.reviews.models import MUCH, MatchReview, Moment, Swing
from bot.services.reviews.service import PART, Reviews, review_of
