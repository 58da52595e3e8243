"""The one place that says what a match is worth, and whether it is rated."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from bot.services.results.result import (
    WITHOUT_RESULT,
    Ranking,
    Result,
)
from data.states import EndReason, UnratedReason

LEAST_MOVES = 2
"""What every seat must have made for a match to be rated."""

MOST_RATED = 5
RATED_WITHIN = timedelta(days=7)
"""No more rated matches of the same players in one game than MOST_RATED within this."""

TIMEOUTS_WITHIN = timedelta(hours=48)
"""Of several timeouts of a player within this only the first is rated."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What decides before the first move whether a match can be rated.

    ``rated_this_week`` counts the rated matches of the same players in the same game within
    RATED_WITHIN before this one.
    """

    friendly: bool = False
    has_engine: bool = False
    rated_this_week: int = 0


@dataclass(frozen=True, slots=True)
class End:
    """How a match ended.

    ``ranking`` is empty after an end without result. ``moves`` are those of each seat that stand.
    ``earlier_timeouts`` is how often somebody who ran out of time here had done so within
    TIMEOUTS_WITHIN before; where several did, the most.
    """

    reason: EndReason
    ranking: Ranking
    moves: tuple[int, ...]
    earlier_timeouts: int = 0


def unrated_from_the_start(agreement: Agreement) -> UnratedReason | None:
    """Why a match will not be rated however it ends, to be said when it is offered; else None."""
    if agreement.has_engine:
        return UnratedReason.ENGINE
    if agreement.friendly:
        return UnratedReason.FRIENDLY
    if agreement.rated_this_week >= MOST_RATED:
        return UnratedReason.TOO_MANY
    return None


def decide_result(agreement: Agreement, end: End) -> Result:
    """The result of a match.

    Raises ValueError if the ranking does not name every seat once, or names any after an end
    without result.
    """
    seats = [] if end.reason in WITHOUT_RESULT else list(range(len(end.moves)))
    if sorted(seat for group in end.ranking for seat in group) != seats:
        raise ValueError(f"{end.ranking} ranks other seats than {seats}")
    return Result(end.ranking, end.reason, _unrated(agreement, end))


def _unrated(agreement: Agreement, end: End) -> UnratedReason | None:
    if end.reason in WITHOUT_RESULT:
        return UnratedReason(end.reason.value)
    if reason := unrated_from_the_start(agreement):
        return reason
    if min(end.moves) < LEAST_MOVES:
        return UnratedReason.TOO_SHORT
    return UnratedReason.REPEATED_TIMEOUT if end.earlier_timeouts else None
