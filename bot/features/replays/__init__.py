"""Reviews: how good the moves of an ended match were, and what would have been better."""

from bot.features.replays.reviews import Reviews, review_of
from bot.features.replays.service import MatchReplay, ReplayService
