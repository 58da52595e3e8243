"""How strong players are, as their results tell."""

from bot.services.ratings.models import (
    ACTIVE_WITHIN,
    EVERYWHERE,
    PROVISIONAL_ABOVE,
    RatingChange,
    RatingKey,
    RatingRow,
    Tally,
    height,
    is_provisional,
    moved_row,
    points,
    scope_of,
    sort_key,
    spread,
    write_rating,
)
from bot.services.ratings.rating import NEWCOMER, Rating, rate, rested
