"""How strong players are, as their results tell."""

from __future__ import annotations

from bot.services.ratings.ledger import (
    RatingChange,
    RatingKey,
    moved_by,
    rate_match,
    rating_changes,
    recompute,
)
from bot.services.ratings.rating import NEWCOMER, Rating, rate, rested
from bot.services.ratings.shown import (
    ACTIVE_WITHIN,
    PROVISIONAL_ABOVE,
    is_provisional,
    points,
    sort_key,
    spread,
    write_rating,
)
from bot.services.ratings.storage import RatingRow
