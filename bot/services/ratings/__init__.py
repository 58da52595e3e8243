"""How strong players are, as their results tell."""

from bot.services.ratings.models import (
    ACTIVE_WITHIN,
    EVERYWHERE,
    NEWCOMER,
    PROVISIONAL_ABOVE,
    Rating,
    RatingChange,
    RatingKey,
    RatingRow,
    height,
    is_provisional,
    moved_row,
    points,
    rate,
    scope_of,
    spread,
    write_rating,
)
