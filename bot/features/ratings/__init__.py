"""How strong players are, as their results tell."""

from bot.features.ratings.counting import Aftermath, aftermath_of
from bot.features.ratings.recomputing import recompute_all
from bot.features.ratings.results import MOST_RATED, RATED_WITHIN, FinishedMatch, Meetings
from bot.features.ratings.values import (
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
