"""How strong players are, as their results tell."""

from bot.services.ratings.models import (
    EVERYWHERE,
    RatingChange,
    RatingKey,
    RatingRow,
    Tally,
    height,
    moved_row,
    scope_of,
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
