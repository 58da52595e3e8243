"""Reviews: how good the moves of an ended match were, and what would have been better."""

from bot.features.replays.expectations import steps_of_moves, strip
from bot.features.replays.review import MUCH, MatchReview, Moment, Swing
from bot.features.replays.reviews import Reviews, review_of
from bot.features.replays.service import MatchReplay, ReplayService
from bot.features.replays.sharing import SharingService
