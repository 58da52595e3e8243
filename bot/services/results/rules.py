"""The one place that says whether a match is rated."""

from datetime import timedelta

from bot.services.matches import WITHOUT_RESULT
from bot.services.results.models import FinishedMatch
from data.states import UnratedReason

LEAST_MOVES = 2
"""What every seat must have made for a match to be rated."""

MOST_RATED = 5
RATED_WITHIN = timedelta(days=7)
"""No more rated matches of the same players in one game than MOST_RATED within this."""

TIMEOUTS_WITHIN = timedelta(hours=48)
"""Of several timeouts of a player within this only the first is rated."""


def unrated_from_the_start(rated_before: int) -> UnratedReason | None:
    """Why a match will not be rated however it ends, though all agreed to it; else None.

    ``rated_before`` counts the rated matches of the same players in the same game within
    RATED_WITHIN before this one.
    """
    return UnratedReason.TOO_MANY if rated_before >= MOST_RATED else None


def why_unrated(match: FinishedMatch, earlier_timeouts: int) -> UnratedReason | None:
    """Why a match that is over is not rated; None if it is.

    ``earlier_timeouts`` is how often somebody who ran out of time in it had done so within
    TIMEOUTS_WITHIN before; where several did, the most.
    """
    if match.ending in WITHOUT_RESULT:
        return UnratedReason.NO_RESULT
    if len(match.people) < len(match.seats):
        return UnratedReason.ENGINE
    if match.agreed is not None:
        return match.agreed
    if min(seat.moves for seat in match.seats) < LEAST_MOVES:
        return UnratedReason.TOO_SHORT
    return UnratedReason.REPEATED_TIMEOUT if earlier_timeouts else None
