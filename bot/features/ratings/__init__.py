"""Results of matches, and the ratings of players that follow from them.

``values.py`` says which matches are rated, and how a result moves ratings. ``counting.py`` says
what a new or changed result leads to.
"""

from bot.features.ratings.counting import Aftermath, aftermath_of, recompute_all
from bot.features.ratings.values import (
    ACTIVE_WITHIN,
    EVERYWHERE,
    MOST_RATED,
    PROVISIONAL_ABOVE,
    RATED_WITHIN,
    FinishedMatch,
    Meetings,
    Rating,
    RatingKey,
    RatingRow,
    is_provisional,
    points,
    scope_of,
    spread,
    write_rating,
)
