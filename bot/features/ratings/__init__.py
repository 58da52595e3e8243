"""Results of matches, and the ratings of players that follow from them.

``results.py`` says which matches are rated, ``values.py`` how a result moves ratings, and
``counting.py`` what a new or changed result leads to.
"""

from bot.features.ratings.counting import Aftermath, aftermath_of
from bot.features.ratings.recomputing import recompute_all
from bot.features.ratings.results import MOST_RATED, RATED_WITHIN, FinishedMatch, Meetings
from bot.features.ratings.values import (
    ACTIVE_WITHIN,
    EVERYWHERE,
    PROVISIONAL_ABOVE,
    Rating,
    RatingKey,
    RatingRow,
    is_provisional,
    points,
    scope_of,
    spread,
    write_rating,
)
